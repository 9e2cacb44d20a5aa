/* What all pages share: the keyboard help (?), and menus that close by Esc or by leaving them. */
import { keysOn, switchKeys, typing } from "./keys.js";

const dialog = document.getElementById("keys");
const opener = document.getElementById("keys-open");
const chooser = document.getElementById("keys-on");

opener.hidden = false;
opener.addEventListener("click", () => dialog.showModal());
chooser.checked = keysOn();
chooser.addEventListener("change", () => switchKeys(chooser.checked));
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !typing(event)) {
    event.preventDefault();
    dialog.showModal();
  }
});

for (const menu of document.querySelectorAll("details.preferences, details.menu")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

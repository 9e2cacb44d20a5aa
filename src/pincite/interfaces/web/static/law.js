/* Pages of releases: / goes to the search, j and k to the next and the previous item, and a selection becomes the words of a form. */
import { typing } from "./keys.js";

const stops = [...document.querySelectorAll("[data-stop]")];
let at = -1;

function go(step) {
  if (stops.length === 0) return;
  at = Math.min(Math.max(at + step, 0), stops.length - 1);
  stops[at].tabIndex = -1;
  stops[at].focus({ preventScroll: false });
}

document.addEventListener("keydown", (event) => {
  if (typing(event)) return;
  if (event.key === "j") go(1);
  else if (event.key === "k") go(-1);
  else if (event.key === "/") {
    const field = document.querySelector("main input[name=q]");
    if (field !== null) {
      event.preventDefault();
      field.focus();
    }
  }
});

for (const field of document.querySelectorAll("[data-takes-selection]")) {
  document.addEventListener("selectionchange", () => {
    const selection = document.getSelection();
    const source = document.querySelector(field.dataset.takesSelection);
    if (selection === null || source === null || selection.isCollapsed || document.activeElement === field) return;
    if (source.contains(selection.anchorNode) && source.contains(selection.focusNode)) field.value = selection.toString();
  });
}

/* What all pages share: the keyboard help (?), and menus that close by Esc or by leaving them. */
const dialog = document.getElementById("keys");
const opener = document.getElementById("keys-open");
const menu = document.querySelector("details.preferences");

/** Whether keys belong to what is focused and not to the page. */
export function typing(event) {
  const at = event.target;
  return (
    event.ctrlKey || event.metaKey || event.altKey ||
    (at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) ||
    (dialog !== null && dialog.open)
  );
}

if (opener !== null && dialog !== null) {
  opener.hidden = false;
  opener.addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !typing(event)) {
      event.preventDefault();
      dialog.showModal();
    }
  });
}

if (menu !== null) {
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

/* Keys of a single letter: whether they are the page's now. A reader may switch them off (WCAG 2.1.4). */
const NAME = "pincite_keys";

function kept() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

let on = kept() !== "off";

/** Whether single keys do anything. */
export function keysOn() {
  return on && kept() !== "off";
}

/** Switches them, for this reader's browser. */
export function switchKeys(wanted) {
  on = wanted;
  try {
    localStorage.setItem(NAME, wanted ? "on" : "off");
  } catch { /* it holds for this page then */ }
}

/** Whether a key belongs to what is focused, or to nobody, and not to the page. */
export function typing(event) {
  const at = event.target;
  return (
    !keysOn() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing ||
    (at instanceof HTMLElement && (at.isContentEditable || /^(TEXTAREA|SELECT)$/.test(at.tagName) ||
      (at.tagName === "INPUT" && !/^(checkbox|radio|button|submit)$/.test(at.type)))) ||
    document.querySelector("dialog[open]") !== null
  );
}

/* A chat: the progress of a question as it happens, and the buttons that put a row's sign into an answer. */
const working = document.querySelector("[data-stream]");

if (working !== null && "EventSource" in window) {
  const steps = document.getElementById("steps");
  const words = new Map();
  for (const term of document.querySelectorAll("#tools dt")) words.set(term.textContent, term.nextElementSibling.textContent);
  steps.textContent = "";
  const source = new EventSource(working.dataset.stream);
  source.addEventListener("step", (event) => {
    const said = JSON.parse(event.data);
    const item = document.createElement("li");
    const outcome = said.outcome && said.outcome !== "ok" ? `: ${said.outcome.replaceAll("_", " ")}` : "";
    item.textContent = (words.get(said.what) ?? said.what) + outcome;
    steps.append(item);
  });
  for (const ended of ["done", "failed", "cancelled", "erased"]) {
    source.addEventListener(ended, () => {
      source.close();
      location.reload();
    });
  }
}

for (const row of document.querySelectorAll(".insert")) row.hidden = row.querySelector("button") === null;
for (const button of document.querySelectorAll("[data-insert]")) {
  button.addEventListener("click", () => {
    const field = document.getElementById("compose-text");
    field.setRangeText(button.dataset.insert, field.selectionStart, field.selectionEnd, "end");
    field.focus();
  });
}

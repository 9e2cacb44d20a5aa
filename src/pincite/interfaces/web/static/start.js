/* Dropping a file on the page puts it into the form; what was chosen is shown by the browser's own control. */
const form = document.getElementById("hand-in");
const drop = document.getElementById("drop");
const file = document.getElementById("file");

if (form !== null) {
  drop.querySelector(".drop-says").hidden = false;
  let depth = 0;
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    drop.classList.add("over");
  });
  addEventListener("dragleave", () => {
    depth -= 1;
    if (depth <= 0) drop.classList.remove("over");
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    drop.classList.remove("over");
    if (event.dataTransfer.files.length > 0) {
      const given = new DataTransfer();
      given.items.add(event.dataTransfer.files[0]);
      file.files = given.files;
      form.querySelector("button.primary").focus();
    }
  });
}

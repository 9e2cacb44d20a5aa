/* Follows a check: each event of its stream has the page ask where it stands; without a stream it asks every second. */
const shown = document.getElementById("progress");

async function look() {
  let answer;
  try {
    answer = await fetch(location.href, { headers: { "X-Part": "1" }, cache: "no-store" });
  } catch {
    return true;
  }
  const state = answer.headers.get("X-State");
  if (!answer.ok || state === null || state === "done") {
    location.reload();
    return false;
  }
  shown.innerHTML = await answer.text();
  return state === "waiting" || state === "running";
}

let wanted = true;
let looking = false;

/** Looks until nothing new was told meanwhile. */
async function follow() {
  wanted = true;
  if (looking) return;
  looking = true;
  while (wanted) {
    wanted = false;
    if (!(await look())) {
      stream.close();
      clearInterval(timer);
    }
  }
  looking = false;
}

const stream = new EventSource(shown.dataset.stream);
for (const name of ["message", "waiting", "running", "stage", "progress", "existence", "quotations", "content", "report", "done", "failed", "cancelled"]) {
  stream.addEventListener(name, follow);
}
const timer = setInterval(follow, 1000);

/* The review page's comfort: keys, the source opened beside the finding, decisions and filters without leaving the page. */
import { typing } from "./keys.js";

const page = document.getElementById("review");
const live = document.getElementById("live");
const draft = document.getElementById("draft");
const filter = document.getElementById("filter");
const articles = [...document.querySelectorAll("article.finding")];
const blank = document.getElementById("decide-form");
const wide = matchMedia("(min-width: 64rem)");
const said = new Map();
let current = null;

/** Says something to whoever listens to the page. */
function say(words) {
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = words));
}

/** An address of this door, in the language of this page. */
function spoken(address) {
  const found = new URL(address, location.href);
  found.searchParams.set("language", document.documentElement.lang);
  found.hash = "";
  return found;
}

/** Says on the button what it does next. */
function name(link, opened) {
  link.dataset.open ??= link.firstChild.data;
  link.firstChild.data = opened ? page.dataset.close : link.dataset.open;
  link.setAttribute("aria-expanded", String(opened));
}

function visible() {
  return articles.filter((each) => !each.hidden);
}

function marks(id) {
  const first = document.getElementById(`d-${id}`);
  if (first === null) return [];
  const all = draft.querySelectorAll(`a[href="#f-${id}"]`);
  return all.length > 0 ? [...all] : [first];
}

/** Makes a finding the current one: its citation is shown in the draft, and it in the list. */
function choose(article, { focus = true } = {}) {
  if (current !== null) {
    current.removeAttribute("aria-current");
    for (const mark of marks(current.dataset.id)) mark.classList.remove("current");
  }
  current = article;
  article.setAttribute("aria-current", "true");
  article.querySelector("details").open = true;
  const found = marks(article.dataset.id);
  for (const mark of found) mark.classList.add("current");
  if (wide.matches && found.length > 0) {
    const box = draft.getBoundingClientRect();
    const at = found[0].getBoundingClientRect();
    draft.scrollTop += at.top - box.top - box.height / 3;
  }
  if (focus) article.focus({ preventScroll: true });
  article.scrollIntoView({ block: "start" });
}

function step(by) {
  const list = visible();
  if (list.length === 0) return;
  const at = list.indexOf(current);
  choose(list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, at + by))]);
}

async function openSource(article) {
  const link = article.querySelector("a.open-source");
  const place = article.querySelector(".opened");
  if (link === null || place === null) return;
  if (!place.hidden) {
    place.hidden = true;
    name(link, false);
    return;
  }
  if (place.childElementCount === 0) {
    const answer = await fetch(spoken(link.href), { headers: { "X-Part": "1" } });
    if (!answer.ok) {
      location.assign(link.href);
      return;
    }
    place.innerHTML = await answer.text();
  }
  place.hidden = false;
  name(link, true);
  const passage = place.querySelector("mark");
  const blocks = place.querySelector(".blocks");
  if (passage !== null && blocks !== null) {
    blocks.scrollTop += passage.getBoundingClientRect().top - blocks.getBoundingClientRect().top - blocks.clientHeight / 3;
  }
  place.scrollIntoView({ block: "nearest" });
}

async function decide(form, button) {
  const article = form.closest("article");
  const answer = await fetch(spoken(form.action), { method: "POST", headers: { "X-Part": "1", Accept: "application/json" }, body: new FormData(form, button) });
  const text = await answer.text();
  if (!answer.ok) {
    let reason = answer.statusText;
    try {
      const problem = JSON.parse(text);
      reason = [problem.detail, problem.do].filter(Boolean).join(" ");
    } catch { /* a page: the status says it */ }
    const words = page.dataset.notSaved.replace("…", () => reason);
    form.querySelector(".refused")?.remove();
    const line = document.createElement("p");
    line.className = "refused";
    line.textContent = words;
    form.append(line);
    say(words);
    return;
  }
  form.querySelector(".refused")?.remove();
  article.querySelector("ul.decided").innerHTML = text;
  form.querySelector("textarea").value = "";
  form.querySelector("details.more").open = false;
  say(page.dataset.saved);
  article.focus({ preventScroll: true });
}

/** The form of a finding; of many findings, made when it is read: a browser looks at every form there is, to fill it in. */
function formIn(article) {
  const row = article.querySelector(".decide-row");
  if (row !== null && blank !== null) {
    const held = row.contains(document.activeElement);
    const form = document.createElement("template");
    form.innerHTML = blank.innerHTML.replaceAll("FINDING", article.dataset.id);
    row.hidden = true;
    row.after(form.content);
    row.classList.replace("decide-row", "decided-below");
    if (held) article.querySelector("button.accept").focus({ preventScroll: true });
  }
  return article.querySelector("form.decide");
}

/** Takes the form of a finding away again, unless somebody writes in it. */
function putAway(article) {
  const row = article.querySelector(".decided-below");
  const form = article.querySelector("form.decide");
  if (row === null || form === null || form.contains(document.activeElement) || form.querySelector("textarea").value !== "") return;
  form.remove();
  row.hidden = false;
  row.classList.replace("decided-below", "decide-row");
}

function write(article, decision) {
  formIn(article);
  const more = article.querySelector("details.more");
  if (more === null) return;
  more.open = true;
  more.dataset.wanted = decision;
  article.querySelector("textarea").focus();
}

/** The words of a finding, and not those of its buttons. */
function wordsOf(article) {
  if (!said.has(article)) {
    const parts = [...article.firstElementChild.children].filter((each) => !each.matches(".decisions, .open-row, .opened"));
    said.set(article, parts.map((each) => each.textContent).join(" ").toLowerCase());
  }
  return said.get(article);
}

function applyFilter() {
  const asked = new FormData(filter);
  const groups = asked.getAll("show");
  const words = String(asked.get("words") ?? "").trim().toLowerCase();
  const undecided = asked.get("undecided") === "1";
  let shown = 0;
  for (const each of articles) {
    const decided = each.querySelector("ul.decided .accept, ul.decided .override") !== null;
    const fits =
      (groups.length === 0 || groups.includes(each.dataset.group)) &&
      (!undecided || !decided) &&
      (words === "" || wordsOf(each).includes(words));
    each.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  for (const group of document.querySelectorAll("section.group")) {
    group.hidden = group.querySelector("article:not([hidden])") === null;
  }
  const counted = page.dataset.shown.replace("{shown}", shown).replace("{total}", articles.length);
  document.getElementById("shown").textContent = counted;
  document.getElementById("nothing").hidden = shown > 0;
  const query = new URLSearchParams([...asked].filter(([, value]) => value !== "")).toString();
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : "") + location.hash);
  return counted;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches(".open-source")) {
    event.preventDefault();
    openSource(link.closest("article"));
    return;
  }
  if (link.matches(".to-decide")) {
    event.preventDefault();
    formIn(link.closest("article"));
    return;
  }
  const found = /^#f-(c\d+)$/.exec(link.getAttribute("href") ?? "");
  const article = found === null ? null : document.getElementById(`f-${found[1]}`);
  if (article !== null && draft.contains(link)) {
    event.preventDefault();
    article.hidden = false;
    article.closest("section.group").hidden = false;
    choose(article);
    history.replaceState(null, "", `${location.pathname}${location.search}#f-${found[1]}`);
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("form.decide")) {
    event.preventDefault();
    decide(form, event.submitter);
  } else if (form === filter) {
    event.preventDefault();
    say(applyFilter());
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLTextAreaElement && event.key === "Escape") {
    event.target.closest("article")?.focus({ preventScroll: true });
    return;
  }
  if (typing(event)) return;
  const article = document.activeElement?.closest?.("article.finding") ?? current;
  const does = {
    j: () => step(1),
    k: () => step(-1),
    a: () => article && formIn(article)?.querySelector("button.accept").click(),
    o: () => article && write(article, "override"),
    c: () => article && write(article, "comment"),
    "/": () => document.getElementById("words").focus(),
  }[event.key];
  if (does !== undefined) {
    event.preventDefault();
    does();
  } else if (event.key === "Enter" && event.target === article && article !== null) {
    event.preventDefault();
    openSource(article);
  }
});

if (blank !== null) {
  const near = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) (isIntersecting ? formIn : putAway)(target);
  }, { rootMargin: "300px" });
  for (const each of articles) near.observe(each);
}
filter.addEventListener("input", () => applyFilter());
document.getElementById("apply").hidden = true;
if (matchMedia("(max-width: 40rem)").matches && filter.querySelector("input:checked") === null) {
  document.getElementById("chips").open = false;
}
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("article.finding > details, details.about")) each.open = true;
});

const named = /^#f-(c\d+)$/.exec(location.hash);
const first = named === null ? null : document.getElementById(`f-${named[1]}`);
if (first !== null) choose(first);

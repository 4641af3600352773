// A run's page: the part that changes is fetched anew when the studio says so.
import { gone } from "./gone.js";
import { isPressing, whenFree } from "./hand.js";
import { redraw } from "./tree.js";

const live = document.querySelector("#live");
const run = live.dataset.run;
const address = `/runs/${encodeURIComponent(run)}`;
let fetching = false;
let again = false;

async function refresh() {
  if (fetching || isPressing()) {
    again = true;
    return;
  }
  fetching = true;
  try {
    if (live.dataset.waiting) {
      // The page of a run that has no folder yet is another page.
      const page = await fetch(`${address}/live`);
      if (page.ok && (await page.text()) !== "") location.reload();
    } else {
      const answer = await fetch(`${address}/live`);
      const fragment = answer.ok ? await answer.text() : "";
      // A run whose folder is gone has another page too.
      if (isPressing()) again = true;
      else if (fragment === "") location.reload();
      else show(fragment);
    }
  } catch {
    gone(refresh);
  } finally {
    fetching = false;
    catchUp();
  }
}

// Fetches what was put off.
function catchUp() {
  if (!again || isPressing()) return;
  again = false;
  refresh();
}

// Replaces the content without moving what the person scrolled or focused.
function show(fragment) {
  const scrolled = [...live.querySelectorAll(".wide")].map((box) => [box.scrollLeft, box.scrollTop]);
  const focused = live.contains(document.activeElement) ? document.activeElement.textContent : null;
  live.innerHTML = fragment;
  live.dataset.updates = Number(live.dataset.updates ?? 0) + 1;
  live.querySelectorAll(".wide").forEach((box, index) => {
    [box.scrollLeft, box.scrollTop] = scrolled[index] ?? [0, 0];
  });
  if (focused) [...live.querySelectorAll("button, a")].find((one) => one.textContent === focused)?.focus();
  redraw(live);
}

whenFree(catchUp);

const heard = (name) => {
  if (name === null) gone(refresh);
  else if (name === run || name === "") refresh();
};
if (window.SharedWorker) {
  const events = new SharedWorker("/assets/events.js", { name: "ludevo events" });
  events.port.onmessage = (message) => heard(message.data);
  events.port.start();
  addEventListener("pagehide", () => events.port.postMessage("gone"));
} else {
  const stream = new EventSource("/events");
  stream.addEventListener("run", (event) => heard(event.data));
  stream.addEventListener("all", () => heard(""));
  stream.addEventListener("error", () => heard(null));
}
addEventListener("pageshow", (event) => event.persisted && location.reload());
if (live.dataset.waiting) setInterval(refresh, 1000);

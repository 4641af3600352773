// A run's page: the part that changes is fetched anew when the studio says so.
import { redraw } from "./tree.js";

const live = document.querySelector("#live");
const run = live.dataset.run;
const address = `/runs/${encodeURIComponent(run)}`;
let fetching = false;
let again = false;
// A button that is replaced between being pressed and being let go is never clicked.
let pressing = false;

async function refresh() {
  if (fetching || pressing) {
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
      if (pressing) again = true;
      else if (fragment === "") location.reload();
      else show(fragment);
    }
  } catch {
    // The studio is gone; it says when there is something to see again.
  } finally {
    fetching = false;
    catchUp();
  }
}

// Fetches what was put off.
function catchUp() {
  if (!again || pressing) return;
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

for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (pressing = true));
// Where a menu opens, or in another window, the button is let go unseen. What loses the focus within the page tells the
// window nothing.
for (const name of ["pointerup", "pointercancel", "contextmenu", "keyup", "blur"]) {
  // The click comes after the button was let go.
  const over = () => setTimeout(() => ((pressing = false), catchUp()));
  addEventListener(name, over);
}

const heard = (name) => {
  if (name === run || name === "") refresh();
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
}
addEventListener("pageshow", (event) => event.persisted && location.reload());
if (live.dataset.waiting) setInterval(refresh, 1000);

// A replay: the moment is the number after the # of the address, so that every moment has a link.
import { glide, places } from "./glide.js";
import { gone } from "./gone.js";

const replay = document.querySelector(".replay");
const last = Number(replay.dataset.last);
const size = Number(replay.dataset.chunk);
const scrubber = document.querySelector("#scrubber");
const run = document.querySelector("#run");
const speed = document.querySelector("#speed");
const chunks = new Map();
const dots = [...document.querySelectorAll(".gauges .now")];
const rows = [...document.querySelectorAll(".rounds [data-from]")];
let moment = 0;
let timer = null;
let drawn = 0;

function chunk(number) {
  if (!chunks.has(number)) {
    const fetched = fetch(`${replay.dataset.replay}/frames/${number}`).then((answer) => (answer.ok ? answer.json() : null));
    // What did not come is asked for again when somebody comes back to it.
    const lost = () => {
      gone(() => show(moment));
      return null;
    };
    const known = fetched.catch(lost).then((frames) => frames ?? (chunks.delete(number), null));
    chunks.set(number, known);
  }
  return chunks.get(number);
}

async function show(wanted) {
  moment = Math.min(last, Math.max(0, wanted));
  const at = moment;
  scrubber.value = at;
  const frames = await chunk(Math.floor(at / size));
  if (at !== moment) return;
  const frame = frames?.[at % size];
  if (!frame) {
    document.querySelector("#status").textContent = `Moment ${at} of ${last} cannot be shown now.`;
    return;
  }
  const board = document.querySelector("#board");
  const before = replay.dataset.glides && Math.abs(at - drawn) === 1 ? places(board) : [];
  board.innerHTML = frame.board;
  drawn = at;
  glide(board, before);
  document.querySelector("#status").textContent = at === 0 ? `Start, 0 of ${last}` : `${frame.caption}, ${at} of ${last}`;
  dots.forEach((dot) => {
    // Whoever is out by now has no place on the curves.
    const [, , x, y] = frame.gauges.find(([what, who]) => dot.dataset.what === what && dot.dataset.who === who) ?? [0, 0, -9, 0];
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
  });
  rows.forEach((row) => row.classList.toggle("now", Number(row.dataset.from) <= at && at <= Number(row.dataset.to)));
  if (timer === null) explain(at);
  replay.dataset.moment = at;
  if (timer === null) {
    remember();
    dispatchEvent(new Event("moment"));
  }
  document.querySelectorAll(".record a").forEach((link, index) => {
    if (index + 1 === at) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  if ((at + size / 2) % size < 1 && at < last) chunk(Math.floor(at / size) + 1);
}

// What the trees came to, where somebody stops; whoever steps on asks for the next moment alone.
let asked = new AbortController();
async function explain(at) {
  const why = document.querySelector("#why");
  if (!why) return;
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  await new Promise((done) => setTimeout(done, 150));
  if (signal.aborted) return;
  const fragment = await fetch(`${replay.dataset.replay}/why/${at}`, { signal })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (at !== moment || timer !== null || fragment === null) return;
  const open = [...why.querySelectorAll("details")].map((details) => details.open);
  why.innerHTML = fragment;
  // What somebody folded stays so from moment to moment.
  const all = why.querySelectorAll("details");
  if (all.length === open.length) all.forEach((details, index) => (details.open = open[index]));
  why.dataset.moment = at;
}

// The address leads to the moment at which somebody stops; while it runs on, it stays.
const remember = () => history.replaceState(null, "", `#${moment}`);

function stop() {
  clearInterval(timer);
  timer = null;
  run.textContent = "Play";
}

function pause() {
  stop();
  remember();
  explain(moment);
  dispatchEvent(new Event("moment"));
}

function start() {
  if (moment >= last) moment = -1;
  run.textContent = "Pause";
  asked.abort();
  timer = setInterval(() => {
    if (moment >= last) pause();
    else show(moment + 1);
  }, 1000 / Number(speed.value));
}

const toggle = () => (timer ? pause() : start());
const step = (to) => {
  stop();
  show(to);
};
run.addEventListener("click", toggle);
speed.addEventListener("change", () => timer && (stop(), start()));
scrubber.addEventListener("input", () => step(Number(scrubber.value)));
document.querySelector("#first").addEventListener("click", () => step(0));
document.querySelector("#back").addEventListener("click", () => step(moment - 1));
document.querySelector("#on").addEventListener("click", () => step(moment + 1));
document.querySelector("#last").addEventListener("click", () => step(last));
addEventListener("hashchange", () => step(Number(location.hash.slice(1)) || 0));
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, button, a")) return;
  const to = { ArrowLeft: moment - 1, ArrowRight: moment + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) step(to);
  else if (event.key === " ") toggle();
  else return;
  event.preventDefault();
});
show(Number(location.hash.slice(1)) || 0);

// A replay: the moment is the number after the # of the address, so that every moment has a link.
const replay = document.querySelector(".replay");
const last = Number(replay.dataset.last);
const size = Number(replay.dataset.chunk);
const scrubber = document.querySelector("#scrubber");
const run = document.querySelector("#run");
const speed = document.querySelector("#speed");
const chunks = new Map();
let moment = 0;
let timer = null;

function chunk(number) {
  if (!chunks.has(number)) {
    const fetched = fetch(`${replay.dataset.replay}/frames/${number}`).then((answer) => answer.json());
    chunks.set(number, fetched);
  }
  return chunks.get(number);
}

async function show(wanted) {
  moment = Math.min(last, Math.max(0, wanted));
  const at = moment;
  scrubber.value = at;
  const frames = await chunk(Math.floor(at / size));
  if (at !== moment) return;
  const frame = frames[at % size];
  document.querySelector("#board").innerHTML = frame.board;
  document.querySelector("#status").textContent = at === 0 ? `Start, 0 of ${last}` : `${frame.caption}, ${at} of ${last}`;
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

// What the trees came to, where somebody stops.
async function explain(at) {
  const why = document.querySelector("#why");
  if (!why) return;
  const answer = await fetch(`${replay.dataset.replay}/why/${at}`);
  const open = [...why.querySelectorAll("details")].map((details) => details.open);
  if (at !== moment || !answer.ok) return;
  why.innerHTML = await answer.text();
  // What somebody folded stays so from moment to moment.
  const all = why.querySelectorAll("details");
  if (all.length === open.length) all.forEach((details, index) => (details.open = open[index]));
  why.dataset.moment = at;
}

// The address leads to the moment at which somebody stops; while it runs on, it stays.
const remember = () => history.replaceState(null, "", `#${moment}`);

function pause() {
  clearInterval(timer);
  timer = null;
  remember();
  explain(moment);
  dispatchEvent(new Event("moment"));
  run.textContent = "Play";
}

function start() {
  if (moment >= last) moment = -1;
  run.textContent = "Pause";
  timer = setInterval(() => {
    if (moment >= last) pause();
    else show(moment + 1);
  }, 1000 / Number(speed.value));
}

const toggle = () => (timer ? pause() : start());
const step = (to) => {
  pause();
  show(to);
};
run.addEventListener("click", toggle);
speed.addEventListener("change", () => timer && (pause(), start()));
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

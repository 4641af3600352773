// What takes long says so: a page that somebody asked for may have to be worked out first.
const PATIENCE = 250;
const waiting = document.createElement("p");
waiting.className = "waiting";
waiting.setAttribute("role", "status");
document.body.append(waiting);
let timer = null;

export function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    waiting.textContent = "Working on it…";
  }, PATIENCE);
}

export function ready() {
  clearTimeout(timer);
  waiting.textContent = "";
}

addEventListener("submit", (event) => event.defaultPrevented || wait());
addEventListener("click", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
  if (isPlain && event.target.closest("a[data-slow]")) wait();
});
// Back from the page that was waited for.
addEventListener("pageshow", ready);

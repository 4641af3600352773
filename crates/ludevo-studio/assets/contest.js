// Matches and ladders: how far they are, and the payoff that is pointed at.
import { gone } from "./gone.js";

const underway = document.querySelector("[data-contest]");
if (underway) {
  const look = async () => {
    const answer = await fetch(`${underway.dataset.contest}/progress`).catch(() => null);
    if (!answer) return gone(look);
    const status = answer.ok ? await answer.json() : null;
    if (!status || status.over) return location.reload();
    underway.querySelector("progress").value = status.done;
    underway.querySelector("#done").textContent = status.done;
    setTimeout(look, 500);
  };
  look();
}
const words = document.querySelector("#payoff");
document.querySelectorAll(".payoff").forEach((cell) => {
  const show = () => (words.textContent = cell.dataset.words);
  cell.addEventListener("pointerenter", show);
  cell.addEventListener("focus", show);
  // It may have been pointed at before this script ran.
  if (cell.matches(":hover")) show();
});

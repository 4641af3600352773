// Lists of runs, and charts of several: drawn anew as long as one of them goes on.
import { gone } from "./gone.js";
import { isPressing } from "./hand.js";

const EVERY = 2000;
const shown = () => document.querySelector("#fresh");

async function look() {
  if (document.hidden || isPressing()) return later();
  const answer = await fetch(location.href).catch(() => null);
  if (!answer) return gone(look);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("#fresh");
  if (next && !isPressing()) show(next);
  later();
}

// What was ticked stays so, and the focus stays where it was.
function show(next) {
  const old = shown();
  const boxes = (of) => [...of.querySelectorAll("input[type=checkbox]")];
  const ticked = new Set(boxes(old).filter((box) => box.checked).map((box) => box.value));
  boxes(next).forEach((box) => (box.checked = ticked.has(box.value)));
  const same = (one) => one.value === focused.value && one.textContent === focused.textContent;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = old.querySelector(".wide")?.scrollLeft ?? 0;
  old.replaceWith(next);
  const wide = next.querySelector(".wide");
  if (wide) wide.scrollLeft = scrolled;
  if (focused) [...next.querySelectorAll("a, button, input")].find(same)?.focus();
}

const later = () => shown()?.matches("[data-busy]") && setTimeout(look, EVERY);
later();

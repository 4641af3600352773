// A game: clicks, drags and keys on the board's places become moves; the studio knows the rules.
import { glide, pieces, places } from "./glide.js";
import { gone } from "./gone.js";

const game = document.querySelector(".game");
const address = game.dataset.game;
const board = document.querySelector("#board");
const moves = document.querySelector("#moves");
// A puzzle has no opponent who thinks.
const thinks = document.querySelector("#thinks");
const why = document.querySelector("#why");
const reasons = document.querySelector("#reasons");
const problem = document.querySelector("#problem");
const undo = document.querySelector("#undo");
const hint = document.querySelector("#hint");
let state = { moves: [], turn: "player", plies: 0 };
let path = [];
let busy = false;
let turned = game.dataset.turned === "yes";

const isThinking = () => Boolean(thinks?.checked);
const flipped = () => (turned ? "turned=yes" : "");

async function ask(what, fields) {
  const answer = await fetch(
    `${address}/${what}${what.includes("?") ? "&" : "?"}${flipped()}`,
    fields && { method: "POST", body: new URLSearchParams(fields) },
  );
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function setBusy(is) {
  busy = is;
  board.setAttribute("aria-busy", String(is));
}

async function act(what, fields) {
  if (busy) return;
  setBusy(true);
  // What was pointed at belongs to the position that is left.
  explaining += 1;
  problem.hidden = true;
  try {
    // What is done is meant for the position that is seen: in another tab the game may have gone on.
    let next = await ask(what, fields && { ...fields, plies: state.plies });
    while (next.turn === "player") {
      show(next);
      next = await ask("reply", { plies: next.plies });
    }
    setBusy(false);
    show(next);
  } catch (error) {
    // Nothing answers: the board stays as it was until something does.
    if (error instanceof TypeError) {
      setBusy(false);
      return gone(() => act("state"));
    }
    problem.textContent = error.message;
    problem.hidden = false;
    setBusy(false);
    const now = await ask("state").catch(() => null);
    if (now) show(now);
  }
}

// The place that the keyboard was at last, as long as it is at none of the page's other controls.
let last = null;
const spots = () => [...board.querySelectorAll(".spot")];
const named = (name) => spots().find((spot) => spot.dataset.spot === name);
const centre = (spot) => {
  const box = spot.querySelector(".area").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
board.addEventListener("focusin", (event) => {
  const spot = event.target.closest(".spot");
  if (spot) last = spot.dataset.spot;
  if (spot?.matches(":focus-visible")) explainPlace(spot);
});
document.addEventListener("focusin", (event) => {
  if (!board.contains(event.target)) last = null;
});

// Draws the board anew with the focus where it was; pieces glide to where they went unless a hand brought them there.
let dragged = false;
function draw(picture) {
  const before = dragged ? [] : places(board);
  dragged = false;
  redraw(picture);
  glide(board, before);
}
function redraw(picture) {
  const kept = last && named(last);
  board.innerHTML = picture;
  if (!kept) return;
  // A place where nothing can be done any more stays for as long as the keyboard is there.
  if (!named(last)) {
    kept.setAttribute("class", "spot gone");
    board.querySelector("svg").append(kept);
  }
  named(last).focus({ preventScroll: true });
}
board.addEventListener("focusout", (event) => {
  const spot = event.target.closest(".spot.gone");
  if (spot) setTimeout(() => document.activeElement !== spot && spot.remove());
});

function show(next) {
  state = next;
  told = null;
  path = [];
  game.dataset.turn = state.turn;
  game.dataset.plies = state.plies;
  game.dataset.points = state.points ?? "";
  document.querySelector("#status").textContent = state.status;
  game.querySelectorAll("[data-count]").forEach((count, index) => (count.textContent = state.counts[index] ?? ""));
  document.querySelector("#over").hidden = state.turn !== "over";
  document.querySelector("#review-now").hidden = state.turn === "over";
  record();
  draw(state.board);
  undo.disabled = !state.can_undo;
  hint.disabled = state.turn !== "you";
  why.replaceChildren();
  list();
  mark();
  if (isThinking() && state.turn === "you") value();
  if (state.turn !== "player" && reasons) explainReply();
}

// The moves so far; each leads to its moment in the review.
function record() {
  const line = document.querySelector("#record");
  line.replaceChildren(
    ...state.record.map((move, index) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${address.replace("/play/", "/replay/games/")}#${index + 1}`;
      link.textContent = move;
      item.append(link);
      return item;
    }),
  );
  line.scrollTop = line.scrollHeight;
}

// The moves that the chosen places are the beginning of, each with the rest of its way.
const ways = () => state.moves.flatMap((move) => move.ways.map((way) => ({ move, way })));
const begun = (places) => ways().filter(({ way }) => places.every((place, index) => way[index] === place));

function list() {
  moves.replaceChildren(
    ...state.moves.map((move) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = move.text;
      button.append(move.words ?? move.text);
      button.addEventListener("click", (event) => {
        if (!isToldFirst(move, event.pointerType === "touch")) act("move", { move: move.text });
      });
      const point = (on) => {
        spots().forEach((spot) => spot.classList.toggle("hinted", on && move.ways[0].includes(spot.dataset.spot)));
        if (on) explain(move.text);
      };
      button.addEventListener("pointerenter", (event) => event.pointerType === "touch" || point(true));
      button.addEventListener("pointerleave", () => point(false));
      button.addEventListener("focus", () => button.matches(":focus-visible") && point(true));
      button.addEventListener("blur", () => point(false));
      item.append(button);
      return item;
    }),
  );
}

function mark() {
  const can = new Map();
  begun(path).forEach(({ way }) => {
    const place = way[path.length];
    // A place that the move goes on from is that of a piece.
    if (place !== undefined) can.set(place, can.get(place) || (path.length % 2 === 0 && way.length > path.length + 1));
  });
  spots().forEach((spot) => {
    const name = spot.dataset.spot;
    const is = state.turn === "you" && !busy && can.has(name);
    spot.classList.toggle("can", is);
    spot.classList.toggle("from", is && can.get(name));
    spot.classList.toggle("to", is && !can.get(name));
    spot.classList.toggle("chosen", path.includes(name));
    spot.setAttribute("aria-disabled", String(!is));
    spot.setAttribute("aria-label", is ? `${name}, ${can.get(name) ? "can move" : "can be moved to"}` : name);
  });
  worths();
}

// What of a move can already be seen is drawn before the move is whole.
let drawing = 0;
let explaining = 0;
async function half() {
  const number = ++drawing;
  const clicked = path.join(",");
  if (path.length < 2) return;
  const picture = await fetch(`${address}/half?clicked=${encodeURIComponent(clicked)}&${flipped()}`)
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (number === drawing && clicked === path.join(",") && picture) {
    draw(picture);
    mark();
  }
}

// What a click on a place leads to: the places that are chosen by then, and the move that is played at once if one is clear.
function after(place) {
  // The same place again plays what is complete; a place that does not go on starts anew.
  const complete = path.length > 0 && begun(path).find(({ way }) => way.length === path.length);
  let chosen = [...path, place];
  let fit = begun(chosen);
  if (fit.length === 0 && complete && path[path.length - 1] === place) return { chosen: path, move: complete.move };
  if (fit.length === 0) {
    chosen = [place];
    fit = begun(chosen);
  }
  const texts = new Set(fit.map(({ move }) => move.text));
  // Where only one move is left once a piece has gone somewhere, it is clear.
  const isClear = texts.size === 1 && (chosen.length > 1 || fit.every(({ way }) => way.length === 1));
  return { chosen: fit.length > 0 ? chosen : [], move: isClear ? fit[0].move : null };
}

// A finger cannot point: while it is shown what moves are worth, a first tap explains a move and a second one plays it.
let told = null;
function isToldFirst(move, byFinger) {
  if (!byFinger || !isThinking() || told === move.text) return false;
  told = move.text;
  const worth = valued?.plies === state.plies ? valued.values.find((known) => known.text === move.text) : null;
  document.querySelector("#status").textContent = `${move.text}${worth ? `: ${worth.words}` : ""}. Tap again to play it.`;
  spots().forEach((spot) => spot.classList.toggle("hinted", move.ways[0].includes(spot.dataset.spot)));
  explain(move.text);
  return true;
}

// Whoever does something else first taps twice again.
function forgetTold() {
  if (told === null) return;
  told = null;
  document.querySelector("#status").textContent = state.status;
  spots().forEach((spot) => spot.classList.remove("hinted"));
}

function choose(place, byFinger = false) {
  if (state.turn !== "you" || busy) return;
  const { chosen, move } = after(place);
  if (move && isToldFirst(move, byFinger)) return;
  forgetTold();
  if (move) return play(move);
  if (path.length > 1 && chosen.length < 2) draw(state.board);
  path = chosen;
  mark();
  half();
}

function play(move) {
  drawing += 1;
  return act("move", { move: move.text });
}

// A mouse takes a piece when it is pressed, and drops it where it is let go, which makes dragging a move. A finger may mean
// to scroll: it has chosen a place only once it is lifted there. A piece that is chosen can be dragged by a finger too.
let pressed = null;
const spotAt = (x, y) => document.elementFromPoint(x, y)?.closest(".spot")?.dataset.spot;

// Where a drag leads. What is long can be held anywhere: the end that leads tells where it comes to.
function target(event) {
  const { box, x, y } = pressed;
  const [dx, dy] = [event.clientX - x, event.clientY - y];
  const breadth = Math.min(box.width, box.height);
  const end = (low, high, moved) => (moved > 0 ? high - breadth / 2 : low + breadth / 2) + moved;
  if (box.width > 1.5 * breadth) return spotAt(end(box.left, box.right, dx), box.top + breadth / 2);
  if (box.height > 1.5 * breadth && game.dataset.kind === "puzzle") {
    return spotAt(box.left + breadth / 2, end(box.top, box.bottom, dy));
  }
  return spotAt(event.clientX, event.clientY);
}

board.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest(".spot");
  letGo();
  // Other buttons than the first one have meanings of their own.
  if (!spot || !event.isPrimary || event.button !== 0) return;
  const box = spot.querySelector(".area").getBoundingClientRect();
  const waits = event.pointerType === "touch";
  const wasChosen = spot.classList.contains("chosen");
  pressed = { name: spot.dataset.spot, box, x: event.clientX, y: event.clientY, waits, wasChosen };
  event.target.releasePointerCapture?.(event.pointerId);
  if (!waits) choose(pressed.name);
});
addEventListener("pointercancel", () => letGo());

// What is held follows the hand.
let held = [];
function hold() {
  const spot = named(pressed.name);
  const area = spot?.querySelector(".area").getBBox();
  const ring = spot?.querySelector("circle.ring");
  if (!area) return [];
  const isIn = (at, from, length) => at >= from - 0.01 && at < from + length;
  return pieces(board).filter((shape) => {
    const box = shape.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Of several in a place the one that lies on top.
    if (ring) return Math.hypot(x - ring.cx.baseVal.value, y - ring.cy.baseVal.value) < ring.r.baseVal.value;
    return isIn(box.x, area.x, area.width) && isIn(box.y, area.y, area.height);
  });
}
function letGo() {
  held.forEach((shape) => {
    shape.classList.remove("held");
    shape.removeAttribute("transform");
  });
  held = [];
  pressed = null;
}
addEventListener("pointermove", (event) => {
  if (!pressed || !event.isPrimary) return;
  // It was let go where this page does not hear of it.
  if (event.buttons === 0) return letGo();
  if ((pressed.waits && !pressed.wasChosen) || state.turn !== "you" || busy) return;
  let [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
  if (held.length === 0) {
    if (Math.hypot(dx, dy) < 6 || !named(pressed.name)?.matches(".from, .chosen")) return;
    held = hold();
    held.forEach((shape) => shape.classList.add("held"));
  }
  // What is long goes along its line.
  if (pressed.box.width > 1.5 * pressed.box.height) dy = 0;
  else if (pressed.box.height > 1.5 * pressed.box.width && game.dataset.kind === "puzzle") dx = 0;
  const scale = board.querySelector("svg").getScreenCTM().a;
  held.forEach((shape) => shape.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`));
});

// Pointing at a place, or going there with the keyboard, explains the move that a click there would play.
function explainPlace(spot) {
  const move = spot.matches(".can") && after(spot.dataset.spot).move;
  if (move && !busy && state.turn === "you") explain(move.text);
}
board.addEventListener("pointerover", (event) => {
  const spot = event.target.closest(".spot");
  if (spot && event.pointerType !== "touch" && !pressed) explainPlace(spot);
});
addEventListener("pointerup", (event) => {
  if (!pressed || !event.isPrimary) return;
  const { name, waits, wasChosen } = pressed;
  // What is let go outside the board goes back to its place.
  const place = event.button === 0 && board.contains(event.target) ? target(event) : null;
  letGo();
  if (waits && place === name) choose(name, true);
  else if (place && place !== name && (!waits || wasChosen)) {
    dragged = true;
    choose(place);
    dragged = busy;
  }
});
board.addEventListener("keydown", (event) => {
  const spot = event.target.closest(".spot");
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(spot.dataset.spot);
  } else if (event.key === "Escape") {
    forgetTold();
    if (path.length > 1) draw(state.board);
    path = [];
    mark();
  } else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    nearest(spot, event.key.slice(5))?.focus();
  }
});

// The nearest place in a direction: going sideways costs double.
function nearest(from, direction) {
  const [dx, dy] = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[direction];
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const spot of spots().filter((one) => !one.classList.contains("gone"))) {
    const [sx, sy] = centre(spot);
    const ahead = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    const cost = ahead + 2 * aside;
    if (spot !== from && ahead > 1 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

// What the seated player makes of each move. The buttons stay where they are: somebody may be about to click one.
let valued = null;
async function value() {
  const plies = state.plies;
  const answer = await ask("values").catch(() => null);
  if (plies !== state.plies || state.turn !== "you" || !isThinking()) return;
  valued = answer && { plies, values: answer };
  if (!answer) {
    why.textContent = "This player puts no numbers on moves.";
    return;
  }
  moves.querySelectorAll("button").forEach((button) => {
    const found = answer.find((known) => known.text === button.dataset.move);
    const words = document.createElement("span");
    words.className = "soft";
    words.textContent = found ? found.words : "not searched";
    const meter = document.createElement("meter");
    meter.value = found ? found.share : 0;
    meter.title = found?.units ?? "";
    meter.setAttribute("aria-label", found?.units ?? "not searched");
    button.classList.toggle("best", Boolean(found?.best));
    button.replaceChildren(button.firstChild, words, meter);
  });
  worths();
  why.textContent = "Point at a move or a place, tap it once or choose it with the keyboard to see what makes its value.";
}

// On the places themselves: what the best move there is worth.
function worths() {
  const known = isThinking() && valued?.plies === state.plies && state.turn === "you" ? valued.values : [];
  const best = new Map();
  begun(path).forEach(({ move, way }) => {
    const worth = known.find((one) => one.text === move.text);
    const place = way[path.length];
    if (worth && place !== undefined && way.length === path.length + 1) {
      const other = best.get(place);
      if (!other || other.share < worth.share) best.set(place, worth);
    }
  });
  spots().forEach((spot) => {
    const worth = best.get(spot.dataset.spot);
    spot.querySelector(".worth").textContent = worth?.short ?? "";
    spot.classList.toggle("valued", Boolean(worth));
    spot.classList.toggle("best", Boolean(worth?.best));
  });
}

// The chance of the person at the side of the board.
function bar(chance) {
  const shown = document.querySelector("#chance");
  if (!shown) return;
  shown.hidden = chance === null || chance === undefined;
  if (shown.hidden) return;
  const percent = Math.round(100 * chance);
  shown.querySelector("rect.yours").setAttribute("y", 100 - percent);
  shown.querySelector("rect.yours").setAttribute("height", percent);
  shown.querySelector("svg").setAttribute("aria-label", `Your chance to win, as it sees it: ${percent} %`);
  shown.querySelector(".percent").textContent = `${percent} %`;
}

// Why it made its last move.
async function explainReply() {
  const plies = state.plies;
  const answer = await ask("why").catch(() => null);
  if (plies !== state.plies) return;
  if (answer?.html) reasons.innerHTML = answer.html;
  if (answer) bar(answer.chance);
  reasons.dataset.plies = plies;
}

async function explain(text) {
  if (!isThinking() || state.turn !== "you") return;
  const number = ++explaining;
  // Pointers that only pass by ask for nothing.
  await new Promise((done) => setTimeout(done, 150));
  if (number !== explaining) return;
  const fragment = await fetch(`${address}/explain?move=${encodeURIComponent(text)}&plies=${state.plies}&${flipped()}`)
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (number === explaining && fragment !== null) {
    why.innerHTML = fragment;
    why.dataset.move = text;
  }
}

if (thinks) {
  thinks.checked = sessionStorage.getItem("thinks") === "yes";
  thinks.addEventListener("change", () => {
    sessionStorage.setItem("thinks", thinks.checked ? "yes" : "no");
    why.replaceChildren();
    valued = null;
    forgetTold();
    list();
    worths();
    if (isThinking() && state.turn === "you") value();
  });
}
document.querySelector("#flip")?.addEventListener("click", async () => {
  turned = !turned;
  game.classList.toggle("turned", turned);
  const now = await ask("state").catch(() => null);
  if (now) show(now);
});
undo.addEventListener("click", () => act("undo", {}));
hint.addEventListener("click", async () => {
  const plies = state.plies;
  hint.disabled = true;
  const waiting = document.createElement("p");
  waiting.className = "hint soft";
  waiting.textContent = "Thinking about a hint…";
  why.replaceChildren(waiting);
  const best = await ask("hint").catch(() => null);
  hint.disabled = false;
  if (plies !== state.plies) return;
  const left = best?.left ? `; ${best.left} ${best.left === 1 ? "move is" : "moves are"} left` : "";
  why.innerHTML = best?.html ?? "";
  const words = document.createElement("p");
  words.className = "hint";
  words.textContent = best ? `It would play ${best.text}${left}.` : "It knows nothing better here.";
  why.prepend(words);
  spots().forEach((spot) => spot.classList.toggle("hinted", Boolean(best?.path.includes(spot.dataset.spot))));
});
// On narrow pages one's own moves come before the reasons, to the eye and to the keyboard alike.
const narrow = matchMedia("(max-width: 50em)");
function arrange() {
  const side = document.querySelector(".mind-side");
  const [said, choices] = [side.querySelector(".reasons"), side.querySelector(".choices")];
  if (said) side.insertBefore(...(narrow.matches ? [choices, said] : [said, choices]));
}
narrow.addEventListener("change", arrange);
arrange();
act("state");

// A game: clicks, drags and keys on the board's places become moves; the studio knows the rules.
const game = document.querySelector(".game");
const address = game.dataset.game;
const board = document.querySelector("#board");
const moves = document.querySelector("#moves");
// A puzzle has no opponent who thinks.
const thinks = document.querySelector("#thinks") ?? document.createElement("input");
const why = document.querySelector("#why");
const problem = document.querySelector("#problem");
const undo = document.querySelector("#undo");
const hint = document.querySelector("#hint");
let state = { moves: [], turn: "player", plies: 0 };
let path = [];
let busy = false;

async function ask(what, fields) {
  const answer = await fetch(
    `${address}/${what}`,
    fields && { method: "POST", body: new URLSearchParams(fields) },
  );
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function act(what, fields) {
  if (busy) return;
  busy = true;
  problem.hidden = true;
  try {
    let next = await ask(what, fields);
    while (next.turn === "player") {
      show(next);
      next = await ask("reply", {});
    }
    busy = false;
    show(next);
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    busy = false;
    show(await ask("state"));
  }
}

function show(next) {
  const hadFocus = board.contains(document.activeElement);
  state = next;
  path = [];
  game.dataset.turn = state.turn;
  game.dataset.plies = state.plies;
  game.dataset.points = state.points ?? "";
  document.querySelector("#status").textContent = state.status;
  document.querySelector("#transcript").textContent = state.transcript;
  board.innerHTML = state.board;
  undo.disabled = state.plies === 0;
  why.replaceChildren();
  list();
  mark();
  if (hadFocus && state.turn === "you") board.querySelector(".spot.can")?.focus({ preventScroll: true });
  if (thinks.checked && state.turn === "you") value();
}

// The moves that the chosen places are the beginning of.
const begun = (places) =>
  state.moves.filter((move) => places.every((place, index) => move.path[index] === place));

function list() {
  moves.replaceChildren(
    ...state.moves.map((move) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = move.text;
      button.append(move.text);
      button.addEventListener("click", () => act("move", { move: move.text }));
      const hint = (on) => {
        board.querySelectorAll(".spot").forEach((spot) =>
          spot.classList.toggle("hinted", on && move.path.includes(spot.dataset.spot)),
        );
        if (on) explain(move.text);
      };
      button.addEventListener("pointerenter", () => hint(true));
      button.addEventListener("pointerleave", () => hint(false));
      button.addEventListener("focus", () => hint(true));
      button.addEventListener("blur", () => hint(false));
      item.append(button);
      return item;
    }),
  );
}

function mark() {
  const next = new Set(begun(path).map((move) => move.path[path.length]));
  board.querySelectorAll(".spot").forEach((spot) => {
    spot.classList.toggle("can", next.has(spot.dataset.spot));
    spot.classList.toggle("chosen", path.includes(spot.dataset.spot));
  });
}

function choose(place) {
  if (state.turn !== "you" || busy) return;
  let chosen = [...path, place];
  let fit = begun(chosen);
  // The same place again plays what is complete; a place that does not go on starts anew.
  const complete = begun(path).find((move) => path.length > 0 && move.path.length === path.length);
  if (fit.length === 0 && complete && path[path.length - 1] === place) return act("move", { move: complete.text });
  if (fit.length === 0) {
    chosen = [place];
    fit = begun(chosen);
  }
  path = fit.length > 0 ? chosen : [];
  const done = fit.filter((move) => move.path.length === path.length);
  if (done.length === 1 && fit.length === 1) return act("move", { move: done[0].text });
  mark();
}

// A press chooses a place; letting go over another one chooses that too, which makes dragging a move.
let pressed = null;
const spotAt = (x, y) => document.elementFromPoint(x, y)?.closest(".spot")?.dataset.spot;

// Where a drag leads. What is long can be held anywhere: the end that leads tells where it comes to.
function target(event) {
  const { box, x, y } = pressed;
  const [dx, dy] = [event.clientX - x, event.clientY - y];
  const breadth = Math.min(box.width, box.height);
  const end = (low, high, moved) => (moved > 0 ? high - breadth / 2 : low + breadth / 2) + moved;
  if (box.width > 1.5 * breadth) return spotAt(end(box.left, box.right, dx), box.top + breadth / 2);
  if (box.height > 1.5 * breadth) return spotAt(box.left + breadth / 2, end(box.top, box.bottom, dy));
  return spotAt(event.clientX, event.clientY);
}

board.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest(".spot");
  pressed = null;
  if (spot) {
    const box = spot.getBoundingClientRect();
    pressed = { name: spot.dataset.spot, box, x: event.clientX, y: event.clientY };
    event.target.releasePointerCapture?.(event.pointerId);
    choose(pressed.name);
  }
});
board.addEventListener("pointerup", (event) => {
  const place = pressed && target(event);
  if (place && place !== pressed.name) choose(place);
  pressed = null;
});
board.addEventListener("keydown", (event) => {
  const spot = event.target.closest(".spot");
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(spot.dataset.spot);
  } else if (event.key === "Escape") {
    path = [];
    mark();
  } else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    nearest(spot, event.key.slice(5))?.focus();
  }
});

// The nearest place in a direction: going sideways costs double.
function nearest(from, direction) {
  const centre = (spot) => {
    const box = spot.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [dx, dy] = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[direction];
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const spot of board.querySelectorAll(".spot")) {
    const [sx, sy] = centre(spot);
    const ahead = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    const cost = ahead + 2 * aside;
    if (spot !== from && ahead > 1 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

async function value() {
  const plies = state.plies;
  const values = await ask("values").catch(() => null);
  if (plies !== state.plies || !thinks.checked) return;
  if (!values) {
    why.textContent = "This player puts no numbers on moves.";
    return;
  }
  const best = values.map((value) => value.text);
  const order = (button) => (best.includes(button.dataset.move) ? best.indexOf(button.dataset.move) : best.length);
  const buttons = [...moves.querySelectorAll("button")].sort((one, two) => order(one) - order(two));
  buttons.forEach((button) => {
    const found = values.find((value) => value.text === button.dataset.move);
    const words = document.createElement("span");
    words.className = "soft";
    words.textContent = found ? found.words : "not searched";
    const meter = document.createElement("meter");
    meter.value = found ? found.share : 0;
    meter.title = "from the worst to the best of these moves";
    button.replaceChildren(button.dataset.move, words, meter);
    moves.append(button.parentElement);
  });
  why.textContent = "Point at a move to see which parts of its tree produced the value.";
}

let explaining = 0;
async function explain(text) {
  if (!thinks.checked || state.turn !== "you") return;
  const number = ++explaining;
  // Pointers that only pass by ask for nothing.
  await new Promise((done) => setTimeout(done, 150));
  if (number !== explaining) return;
  const answer = await fetch(`${address}/explain?move=${encodeURIComponent(text)}`);
  const fragment = await answer.text();
  if (number === explaining && answer.ok) {
    why.innerHTML = fragment;
    why.dataset.move = text;
  }
}

thinks.checked = sessionStorage.getItem("thinks") === "yes";
thinks.addEventListener("change", () => {
  sessionStorage.setItem("thinks", thinks.checked ? "yes" : "no");
  why.replaceChildren();
  list();
  if (thinks.checked && state.turn === "you") value();
});
undo.addEventListener("click", () => act("undo", {}));
hint.addEventListener("click", async () => {
  const plies = state.plies;
  hint.disabled = true;
  const best = await ask("hint").catch(() => null);
  hint.disabled = false;
  if (plies !== state.plies) return;
  const left = best?.left ? `; ${best.left} ${best.left === 1 ? "move is" : "moves are"} left` : "";
  why.textContent = best ? `It would play ${best.text}${left}.` : "It knows nothing better here.";
  board.querySelectorAll(".spot").forEach((spot) =>
    spot.classList.toggle("hinted", Boolean(best?.path.includes(spot.dataset.spot))),
  );
});
act("state");

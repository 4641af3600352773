// The review of a game: a judge looks at one choice after the other, and the curve grows with what it finds.
const replay = document.querySelector(".replay");
const review = document.querySelector("#review");

if (review) {
  const address = replay.dataset.replay;
  const last = Number(replay.dataset.last);
  const select = review.querySelector("select[name=judge]");
  const curve = review.querySelector("#curve");
  const figure = curve.closest("figure");
  const words = review.querySelector("#curve-words");
  const mistakes = review.querySelector("#mistakes");
  const names = [review.dataset.first, review.dataset.second];
  const whose = (name) => (name === "you" ? "Your" : `${name}'s`);
  const svg = (kind, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };
  let found = [];
  let judging = 0;

  const x = (ply) => (600 * ply) / Math.max(1, last);
  const y = (first) => 160 - 160 * first;

  function draw() {
    // Without chances there is nothing to draw.
    const drawn = found.filter((known) => known.first !== null);
    figure.hidden = drawn.length === 0;
    const line = drawn.map((known) => `${x(known.ply + 1).toFixed(1)},${y(known.first).toFixed(1)}`).join(" ");
    curve.replaceChildren(
      svg("rect", { class: "ground", x: 0, y: 0, width: 600, height: 160 }),
      svg("line", { class: "even", x1: 0, x2: 600, y1: 80, y2: 80 }),
      svg("line", { class: "now", x1: x(Number(replay.dataset.moment ?? 0)), x2: x(Number(replay.dataset.moment ?? 0)), y1: 0, y2: 160 }),
      svg("polyline", { class: "line", points: line }),
      ...worst().filter((known) => known.first !== null).flatMap((known) =>
        // Points of a line with round ends, which stay round however the picture is stretched to fill its place.
        ["rim", "core"].map((part) => svg("path", { class: `${part} ${known.by_first ? "of-first" : "of-second"}`, d: `M${x(known.ply + 1)} ${y(known.first)}h0` })),
      ),
    );
  }

  const moveAt = (event) => {
    const box = curve.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.round(((event.clientX - box.x) / box.width) * last)));
  };
  curve.addEventListener("pointermove", (event) => {
    const known = found.find((one) => one.ply + 1 === moveAt(event));
    review.querySelector("#pointed").textContent = known && known.first !== null ? `${known.ply + 1}. ${known.text}: ${Math.round(100 * known.first)} %` : "";
  });
  curve.addEventListener("pointerleave", () => (review.querySelector("#pointed").textContent = ""));

  // The three choices of each side that gave most away; those that decided the game come first.
  function worst() {
    const lost = (known) => known.lost ?? Infinity;
    const of = (first) =>
      found.filter((known) => known.by_first === first && known.matters).sort((one, two) => lost(two) - lost(one) || one.ply - two.ply).slice(0, 3);
    return [...of(true), ...of(false)];
  }

  function list() {
    const isChance = found[0]?.is_chance;
    words.textContent = isChance
      ? `${whose(names[0])} chance to win, from the bottom to the top; the rest is ${names[1] === "you" ? "yours" : whose(names[1])}.`
      : "";
    if (found.length === 0) {
      review.querySelector("#no-curve").textContent = "This judge puts no numbers on moves: choose another.";
      return mistakes.replaceChildren();
    }
    review.querySelector("#no-curve").textContent = isChance
      ? ""
      : "What this judge's values mean as chances was not measured, so there is no curve: the mistakes are in the order of what they gave away in its own units.";
    mistakes.replaceChildren(
      ...[true, false].flatMap((first) => {
        const own = worst().filter((known) => known.by_first === first);
        const heading = document.createElement("h3");
        const name = names[first ? 0 : 1];
        heading.textContent = name === "you" ? "Your biggest mistakes" : `Biggest mistakes of ${name}`;
        const items = document.createElement("ul");
        items.className = "mistakes";
        own.forEach((known) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          link.href = `#${known.ply + 1}`;
          link.textContent = `${known.ply + 1}. ${known.text}`;
          const cost = isChance
            ? `${Math.round(100 * known.lost)} % of the chance lost`
            : known.units ? `${known.units} given away` : "it decides the game";
          item.append(link, ` instead of ${known.best}: ${cost}`);
          items.append(item);
        });
        const none = document.createElement("p");
        none.className = "soft";
        none.textContent = "None that matter to this judge.";
        return [heading, own.length ? items : none];
      }),
    );
    review.dataset.mistakes = worst().length;
  }

  async function judge() {
    const number = ++judging;
    found = [];
    review.dataset.done = "no";
    for (let ply = 0; ply < last; ply += 1) {
      const known = await fetch(`${address}/judged/${ply}/${encodeURIComponent(select.value)}`)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null);
      if (number !== judging) return;
      if (known) found.push(known);
      if (ply % 4 === 0) {
        draw();
        review.querySelector("#no-curve").textContent = `Looking at the moves: ${ply + 1} of ${last}…`;
      }
    }
    draw();
    list();
    review.dataset.done = "yes";
    compare();
  }

  // What the judge makes of the move that led to this moment.
  let comparing = 0;
  async function compare() {
    const moment = Number(replay.dataset.moment ?? 0);
    const number = ++comparing;
    draw();
    const form = review.querySelector("#try");
    form.hidden = false;
    const known = found.find((one) => one.ply === moment - 1);
    review.querySelector("#choice").textContent = known ? `Move ${moment}: ${known.text}` : "";
    const target = review.querySelector("#compared");
    if (moment === 0) return target.replaceChildren();
    const text = await fetch(`${address}/compared/${moment - 1}/${encodeURIComponent(select.value)}`)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .catch(() => "");
    if (number === comparing) target.innerHTML = text;
  }

  review.querySelector("#try").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const moment = Number(replay.dataset.moment ?? 0);
    // The move of this moment is tried anew: the position before it, and its side for the person.
    const known = found.find((one) => one.ply === moment - 1);
    const moves = known ? moment - 1 : moment;
    const record = await fetch(`${address}/record?moves=${moves}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (!record) return;
    const next = found.find((one) => one.ply >= moves);
    form.elements.from.value = JSON.stringify(record);
    form.elements.against.value = select.value;
    form.elements.side.value = !next || next.by_first ? "first" : "second";
    form.submit();
  });
  curve.addEventListener("click", (event) => {
    location.hash = `#${moveAt(event)}`;
  });
  select.addEventListener("change", judge);
  addEventListener("moment", compare);
  judge();
}

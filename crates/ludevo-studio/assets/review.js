// The review of a game: a judge looks at one choice after the other, and the curve grows with what it finds.
const replay = document.querySelector(".replay");
const review = document.querySelector("#review");

if (review) {
  const address = replay.dataset.replay;
  const last = Number(replay.dataset.last);
  const select = review.querySelector("select[name=judge]");
  const curve = review.querySelector("#curve");
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

  const x = (ply) => 10 + (580 * ply) / Math.max(1, last);
  const y = (first) => 150 - 140 * first;

  function draw() {
    const line = found.map((known) => `${x(known.ply + 1).toFixed(1)},${y(known.first).toFixed(1)}`).join(" ");
    curve.replaceChildren(
      svg("rect", { class: "ground", x: 10, y: 10, width: 580, height: 140 }),
      svg("line", { class: "even", x1: 10, x2: 590, y1: 80, y2: 80 }),
      svg("line", { class: "now", x1: x(Number(replay.dataset.moment ?? 0)), x2: x(Number(replay.dataset.moment ?? 0)), y1: 10, y2: 150 }),
      svg("polyline", { class: "line", points: line }),
      ...worst().map((known) =>
        svg("circle", { class: known.by_first ? "of-first" : "of-second", cx: x(known.ply + 1), cy: y(known.first), r: 5 }),
      ),
    );
  }

  // The three choices of each side that gave most away.
  function worst() {
    const of = (first) =>
      found.filter((known) => known.by_first === first && known.lost > 0.02).sort((one, two) => two.lost - one.lost).slice(0, 3);
    return [...of(true), ...of(false)];
  }

  function list() {
    const isChance = found[0]?.is_chance;
    const told = isChance ? "chance to win" : "value in the judge's own units, brought to a common range";
    words.textContent = found.length ? `${whose(names[0])} ${told}, from the bottom to the top; the rest is ${names[1] === "you" ? "yours" : whose(names[1])}.` : "This judge puts no numbers on moves: choose another.";
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
          const cost = isChance ? `${Math.round(100 * known.lost)} % of the chance` : "clearly less";
          item.append(link, ` instead of ${known.best}: ${cost}${isChance ? " lost" : ""}`);
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
      const answer = await fetch(`${address}/judged/${ply}/${encodeURIComponent(select.value)}`);
      if (number !== judging) return;
      const known = answer.ok ? await answer.json() : null;
      if (known) found.push(known);
      if (ply % 4 === 0) {
        draw();
        words.textContent = `Looking at the moves: ${ply + 1} of ${last}…`;
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
    const answer = await fetch(`${address}/compared/${moment - 1}/${encodeURIComponent(select.value)}`);
    const text = answer.ok ? await answer.text() : "";
    if (number === comparing) target.innerHTML = text;
  }

  review.querySelector("#try").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const moment = Number(replay.dataset.moment ?? 0);
    // The move of this moment is tried anew: the position before it, and its side for the person.
    const known = found.find((one) => one.ply === moment - 1);
    const moves = known ? moment - 1 : moment;
    const record = await (await fetch(`${address}/record?moves=${moves}`)).json();
    const next = found.find((one) => one.ply >= moves);
    form.elements.from.value = JSON.stringify(record);
    form.elements.against.value = select.value;
    form.elements.side.value = !next || next.by_first ? "first" : "second";
    form.submit();
  });
  curve.addEventListener("click", (event) => {
    const box = curve.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.x) / box.width) * 600 - 10) / (580 / Math.max(1, last)));
    location.hash = `#${Math.min(last, Math.max(0, ply))}`;
  });
  select.addEventListener("change", judge);
  addEventListener("moment", compare);
  judge();
}

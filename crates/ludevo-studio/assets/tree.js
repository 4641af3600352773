// Trees: light up what belongs together, zoom, and fold subtrees. The studio draws every picture anew.

function light(drawn, wanted) {
  drawn.querySelectorAll("[data-node]").forEach((part) => part.classList.toggle("lit", wanted(Number(part.dataset.node))));
}

// The subtree below a node and the way up to the root.
function family(drawn, node) {
  const parents = new Map();
  drawn.querySelectorAll("g[data-node]").forEach((g) => parents.set(Number(g.dataset.node), g.dataset.parent));
  const above = new Set();
  for (let at = node; at !== undefined; at = parents.get(at) === undefined ? undefined : Number(parents.get(at))) above.add(at);
  const isBelow = (one) => {
    for (let at = one; ; at = Number(parents.get(at))) {
      if (at === node) return true;
      if (parents.get(at) === undefined) return false;
    }
  };
  return (one) => above.has(one) || isBelow(one);
}

export function redraw(root) {
  root.querySelectorAll(".drawn").forEach((drawn) => {
    drawn.addEventListener("pointerover", (event) => {
      const node = event.target.closest("g[data-node]");
      light(drawn, node ? family(drawn, Number(node.dataset.node)) : () => false);
    });
    drawn.addEventListener("pointerleave", () => light(drawn, () => false));
  });
}

document.querySelectorAll(".tree-tools").forEach((tools) => {
  const box = tools.querySelector(".tree");
  const folded = new Set();
  let zoom = 1;

  const size = () => {
    const svg = box.querySelector("svg");
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("width", width * zoom);
    svg.setAttribute("height", height * zoom);
    return width;
  };
  const numbers = () => box.querySelector(".drawn").dataset.numbers.split(" ").map(Number);
  const draw = async () => {
    const list = [...folded].sort((one, two) => one - two).join(" ");
    const answer = await fetch(`${tools.dataset.tree}?fold=${encodeURIComponent(list)}`);
    if (!answer.ok) return;
    box.innerHTML = await answer.text();
    ready();
  };
  const toggle = (group) => {
    const number = numbers()[Number(group.dataset.node)];
    if (!folded.delete(number)) {
      if (!group.classList.contains("function")) return;
      folded.add(number);
    }
    draw();
  };
  const ready = () => {
    // A picture with buttons inside is none to those who hear it.
    box.querySelector("svg").setAttribute("role", "group");
    size();
    redraw(box);
    const whole = numbers();
    box.querySelectorAll("g[data-node]").forEach((group) => {
      const isFolded = folded.has(whole[Number(group.dataset.node)]);
      if (isFolded) group.dataset.folded = "yes";
      if (isFolded || group.classList.contains("function")) {
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
        group.setAttribute("aria-expanded", String(!isFolded));
      }
    });
  };
  box.addEventListener("click", (event) => {
    const group = event.target.closest("g[role=button]");
    if (group) toggle(group);
  });
  box.addEventListener("keydown", (event) => {
    const group = event.target.closest("g[role=button]");
    if (group && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      toggle(group);
    }
  });
  tools.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => {
      if (button.dataset.zoom === "fit") {
        zoom = 1;
        zoom = Math.min(1, (box.clientWidth - 2) / size());
      } else {
        zoom = Math.min(4, Math.max(0.2, zoom * (button.dataset.zoom === "in" ? 1.25 : 0.8)));
      }
      size();
    }),
  );
  tools.querySelector("[data-fold=none]").addEventListener("click", () => {
    folded.clear();
    draw();
  });
  // The words beside the tree light up their nodes.
  const section = tools.closest("section");
  section.querySelectorAll("[data-terminal]").forEach((term) => {
    const name = term.dataset.terminal;
    const holds = (label) => label.split("*").pop().split("(")[0] === name;
    const show = (on) => {
      const drawn = box.querySelector(".drawn");
      const nodes = new Set(
        [...drawn.querySelectorAll("g[data-node]")]
          .filter((group) => on && holds(group.querySelector("title").textContent.split(":")[0]))
          .map((group) => Number(group.dataset.node)),
      );
      light(drawn, (node) => nodes.has(node));
    };
    term.addEventListener("pointerenter", () => show(true));
    term.addEventListener("pointerleave", () => show(false));
    term.addEventListener("focus", () => show(true));
    term.addEventListener("blur", () => show(false));
  });
  ready();
});
if (!document.querySelector(".tree-tools")) redraw(document);

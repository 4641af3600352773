// Shapes that stand elsewhere than before glide there: what moved is seen by comparing two pictures of a board, shape by shape.
const STILL = ["look-frame", "look-field", "look-other-field", "look-beam", "look-last", "look-print"];
const MOST = 24;
const TIME = 220;

function placed(shape) {
  const of = (name) => Number(shape.getAttribute(name));
  const kind = `${shape.tagName} ${shape.getAttribute("class")}`;
  const round = (number) => number.toFixed(3);
  switch (shape.tagName) {
    case "circle":
      return { key: `${kind} ${shape.getAttribute("r")}`, x: of("cx"), y: of("cy") };
    case "rect":
      return { key: `${kind} ${shape.getAttribute("width")} ${shape.getAttribute("height")}`, x: of("x"), y: of("y") };
    case "text":
      return { key: `${kind} ${shape.textContent}`, x: of("x"), y: of("y") };
    case "polygon": {
      const points = shape.getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
      const [x, y] = points[0];
      return { key: `${kind} ${points.map((point) => `${round(point[0] - x)},${round(point[1] - y)}`).join(" ")}`, x, y };
    }
  }
}

// The pieces of the picture in a board.
export function pieces(board) {
  const shapes = board.querySelector("svg")?.children ?? [];
  return [...shapes].filter((shape) => ["circle", "rect", "text", "polygon"].includes(shape.tagName) && !STILL.includes(shape.getAttribute("class")));
}

// Where the pieces are.
export const places = (board) => pieces(board).map(placed);

// Lets the pieces glide from where they were.
export function glide(board, before) {
  if (before.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const isSame = (one, other) => one.key === other.key && Math.hypot(one.x - other.x, one.y - other.y) < 0.01;
  const now = pieces(board).map((shape) => ({ shape, ...placed(shape) }));
  const gone = before.filter((old) => !now.some((one) => isSame(one, old)));
  const come = now.filter((one) => !before.some((old) => isSame(old, one)));
  if (come.length > MOST) return;
  for (const one of come) {
    const from = gone.filter((old) => old.key === one.key);
    const far = (old) => Math.hypot(old.x - one.x, old.y - one.y);
    const nearest = from.sort((old, other) => far(old) - far(other))[0];
    const frames = nearest
      ? [{ transform: `translate(${nearest.x - one.x}px, ${nearest.y - one.y}px)` }, { transform: "none" }]
      : [{ opacity: 0 }, { opacity: 1 }];
    if (nearest) gone.splice(gone.indexOf(nearest), 1);
    one.shape.animate(frames, { duration: TIME, easing: "ease-out" });
  }
}

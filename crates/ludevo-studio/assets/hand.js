// A button that is replaced between being pressed and being let go is never clicked: what is drawn anew waits for the hand.
let pressing = false;
const free = [];

export const isPressing = () => pressing;
export const whenFree = (then) => free.push(then);

for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (pressing = true));
// Where a menu opens, or in another window, the button is let go unseen. What loses the focus within the page tells the
// window nothing.
for (const name of ["pointerup", "pointercancel", "contextmenu", "keyup", "blur"]) {
  // The click comes after the button was let go.
  const over = () => setTimeout(() => ((pressing = false), free.forEach((then) => then())));
  addEventListener(name, over);
}

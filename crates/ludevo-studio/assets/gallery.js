// Parts of a page that take long are worked out when somebody comes to look at them, one after the other: the last that came
// into view is looked at now, so it is the next one.
const seen = [];
let working = false;

async function work() {
  if (working) return;
  working = true;
  while (seen.length > 0) {
    const box = seen.pop();
    box.dataset.asked = "yes";
    watch.unobserve(box);
    const fragment = await fetch(box.dataset.part)
      .then((answer) => (answer.ok ? answer.text() : null))
      .catch(() => null);
    box.innerHTML = fragment ?? '<p class="soft">It cannot be shown.</p>';
    box.dataset.done = "yes";
  }
  working = false;
}

const watch = new IntersectionObserver(
  (entries) => {
    // What lies higher on the page comes first.
    entries.reverse().forEach(({ target, isIntersecting }) => {
      const at = seen.indexOf(target);
      if (at >= 0) seen.splice(at, 1);
      if (isIntersecting && !target.dataset.asked) seen.push(target);
    });
    work();
  },
  { rootMargin: "200px" },
);
document.querySelectorAll("[data-part]").forEach((box) => watch.observe(box));

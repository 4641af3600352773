// The studio may end while its pages are open: they say so, and go on once it answers again.
const line = document.createElement("p");
line.className = "gone problem";
line.setAttribute("role", "alert");
line.textContent = "The studio has ended: start it again and this page goes on.";
const goOn = new Set();
let looking = false;

// Looks whether the studio answers, and does `then` as soon as it does.
export function gone(then) {
  goOn.add(then);
  if (!looking) look();
}

async function look() {
  looking = true;
  const answer = await fetch("/assets/icon.svg", { cache: "no-store" }).catch(() => null);
  if (!answer) {
    document.body.append(line);
    return setTimeout(look, 1000);
  }
  looking = false;
  line.remove();
  const all = [...goOn];
  goOn.clear();
  all.forEach((then) => then());
}

// A form that is sent now would leave the page for the browser's own words.
addEventListener("submit", (event) => line.isConnected && event.preventDefault(), true);

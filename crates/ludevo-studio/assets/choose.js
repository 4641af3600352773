// A search depth is asked for only where the chosen player has one.
const against = document.querySelector("select[name=against]");
const depth = document.querySelector("#depth");

function offer() {
  depth.disabled = !("takesDepth" in against.selectedOptions[0].dataset);
  depth.parentElement.hidden = depth.disabled;
}

if (depth) {
  against.addEventListener("change", offer);
  offer();
}

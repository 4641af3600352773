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

// A file is put where its text can be read before the game starts.
const from = document.querySelector("#from");
document.querySelector("#file")?.addEventListener("change", async (event) => {
  from.value = await event.target.files[0].text();
});

// Choosing a game is enough; the button is for those without scripts.
document.querySelectorAll("form.choose select").forEach((select) =>
  select.addEventListener("change", () => select.form.requestSubmit()),
);

// Trees on the whole screen: what belongs to a button moves into a dialog, and back when that is closed.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-full]");
  if (!button) return;
  const shown = button.closest(button.dataset.full);
  const dialog = document.createElement("dialog");
  dialog.className = "whole";
  dialog.setAttribute("aria-label", "The tree on the whole screen");
  const close = document.createElement("button");
  close.className = "quiet";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  const place = document.createElement("span");
  shown.replaceWith(place);
  dialog.append(close, shown);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    // What was told anew meanwhile stands there already.
    if (place.isConnected) place.replaceWith(shown);
    dialog.remove();
    button.focus();
  });
  dialog.showModal();
});

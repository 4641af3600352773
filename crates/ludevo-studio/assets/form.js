// A form that is refused stays as it was filled in, with what is wrong beside its button.
import { gone } from "./gone.js";
import { ready, wait } from "./wait.js";

document.querySelectorAll("form.settings[method=post]").forEach((form) => {
  const problem = document.createElement("p");
  problem.className = "problem";
  problem.setAttribute("role", "alert");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.remove();
    form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
    wait();
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    if (answer?.ok) return location.assign(answer.url);
    ready();
    if (!answer) return gone(() => {});
    problem.textContent = await answer.text();
    form.append(problem);
    // A message about one field begins with its name.
    const field = form.elements[/^`([\w.]+)`/.exec(problem.textContent)?.[1]];
    field?.setAttribute("aria-invalid", "true");
    (field ?? form.querySelector("button")).focus();
  });
});

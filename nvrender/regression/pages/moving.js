// Pictures that move while the pointer is on them, or since their button was pressed.

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

for (const frame of document.querySelectorAll(".frame")) {
  const image = frame.querySelector("img[data-animation]");
  const button = frame.querySelector(".play");
  if (!image || !button) continue;
  let pressed = false;
  const move = (on) => {
    image.src = on ? image.dataset.animation : image.dataset.still;
    button.textContent = pressed ? "❚❚" : "▶";
    button.setAttribute("aria-pressed", String(pressed));
  };
  button.addEventListener("click", () => { pressed = !pressed; move(pressed); });
  frame.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse" && !stillness.matches) move(true); });
  frame.addEventListener("pointerleave", () => move(pressed));
}

// Filters the cards by name and result.

const cards = [...document.querySelectorAll(".card")];
const chips = [...document.querySelectorAll(".chip")];
const search = document.getElementById("search");
let status = "";

function filter() {
  const text = search.value.trim().toLowerCase();
  let count = 0;
  for (const card of cards) {
    const visible = (!status || card.dataset.status === status) && card.dataset.name.toLowerCase().includes(text);
    card.hidden = !visible;
    count += visible;
  }
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.status === status));
  document.getElementById("none").hidden = count > 0;
}

search.addEventListener("input", filter);
for (const chip of chips) chip.addEventListener("click", () => { status = chip.dataset.status; filter(); });
filter();

"use strict";

const steps = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const lines = [...document.querySelectorAll(".line.linked")];
let now = 0;

/* One row a register: its name, a cell a component. */
function rows(body, entries) {
  body.replaceChildren(...entries.map(([name, cells]) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head, ...cells.map(([text, fresh]) => {
      const cell = document.createElement("td");
      cell.textContent = text;
      cell.classList.toggle("new", fresh);
      return cell;
    }));
    return row;
  }));
}

function show(number) {
  now = Math.max(0, Math.min(number, steps.length - 1));
  const step = steps[now];
  byId("step").value = now + 1;
  byId("number").textContent = `${now + 1} of ${steps.length}`;
  byId("instruction").textContent = step.text;
  byId("back").disabled = now === 0;
  byId("on").disabled = now === steps.length - 1;
  const old = step.changes.map(([name, cells]) => [name, cells.map(([at, from]) => [`${at} ${from}`, false])]);
  rows(byId("before"), [...step.reads.map(([name, cells]) => [name, cells.map((cell) => [cell, false])]), ...old]);
  const fresh = step.changes.map(([name, cells]) => [name, cells.map(([at, , to]) => [`${at} ${to}`, true])]);
  rows(byId("after"), [...fresh, ...step.notes.map((note) => [note, []])]);
  const seen = new Set();
  for (const line of lines) {
    const here = line.dataset.of === step.line;
    line.classList.toggle("now", here);
    const box = line.parentElement;
    if (here && !seen.has(box)) {
      seen.add(box);
      const top = line.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 3;
      }
    }
  }
}

/* The next step of a line of the program, from the one shown on; the first where there is none. */
function follow(line) {
  const after = steps.findIndex((step, place) => place > now && step.line === line);
  const found = after >= 0 ? after : steps.findIndex((step) => step.line === line);
  if (found >= 0) show(found);
}

byId("back").addEventListener("click", () => show(now - 1));
byId("on").addEventListener("click", () => show(now + 1));
byId("step").addEventListener("input", (event) => show(Number(event.target.value) - 1));
for (const line of lines) line.addEventListener("click", () => follow(line.dataset.of));
document.addEventListener("keydown", (event) => {
  if (event.target.id === "step" || event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 };
  if (event.key in moves) {
    event.preventDefault();
    show(moves[event.key]);
  }
});
show(0);

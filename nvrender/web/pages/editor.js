"use strict";
// A text whose lines have numbers, what is wrong with it underlined, and one line marked.

class Editor {
  constructor(element, changed, moved) {
    [this.numbers, this.marks, this.area] = [".numbers", ".marks", "textarea"].map((name) => element.querySelector(name));
    this.element = element;
    this.said = [];
    this.current = 0;
    this.area.addEventListener("input", () => {
      this.said = [];
      this.draw();
      changed(this.area.value);
    });
    for (const kind of ["keyup", "click", "focus"]) this.area.addEventListener(kind, () => moved(this.line));
  }

  get line() {
    return this.area.value.slice(0, this.area.selectionStart).split("\n").length;
  }

  show(text, said) {
    if (this.area.value !== text) {
      this.area.value = text;
      this.area.setSelectionRange(0, 0);
    }
    this.said = said;
    this.draw();
  }

  mark(line) {
    this.current = line;
    this.draw();
  }

  // Put the caret at a place, counted from 1, and the place in sight.
  go(line, column = 1) {
    const before = this.area.value.split("\n").slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(before + column - 1, before + column - 1);
    this.sight(line);
  }

  sight(line) {
    const top = (line - 1) * 20;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top > scrollTop + clientHeight - 40) this.element.scrollTop = top - clientHeight / 3;
  }

  draw() {
    const lines = this.area.value.split("\n");
    this.numbers.textContent = lines.map((_, number) => number + 1).join("\n");
    this.marks.replaceChildren(...lines.map((text, number) => this.row(text, number + 1)));
  }

  row(text, number) {
    const row = document.createElement("span");
    row.className = number === this.current ? "line current" : "line";
    let at = 0;
    const here = this.said.filter(({ line }) => line === number).sort((one, other) => one.column - other.column);
    for (const { column, length, warning } of here) {
      if (column - 1 < at) continue;
      row.append(text.slice(at, column - 1));
      const mark = document.createElement("span");
      mark.className = warning ? "warning" : "error";
      at = column - 1 + length;
      mark.textContent = text.slice(column - 1, at) || " ";
      row.append(mark);
    }
    row.append(text.slice(at));
    return row;
  }
}

// One of several tabs: arrow keys move between them, as readers of screens expect.
function tabs(list, chosen) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const one of all) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
    }
    chosen(tab);
  };
  all.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = all[(place + step + all.length) % all.length];
      next.focus();
      choose(next);
      event.preventDefault();
    });
  });
  return choose;
}

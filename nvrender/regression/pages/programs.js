// Programs beside their GLSL, lines of one linked with lines of the other.

const LINE_END = /\r\n|\n|\r/;

function programs(entry) {
  if (!entry.programs.length) return null;
  const folded = entry.programs.map((program, place) => {
    const element = make("details", { class: "program" },
      make("summary", {}, make("code", {}, program.name), make("span", { class: "dim" }, `${program.stage} program`),
        program.changed.length ? make("span", { class: "count" }, plural(program.changed.length, "line changed", "lines changed")) : null));
    const fill = () => { if (element.open && element.children.length === 1) element.append(panes(program)); };
    element.addEventListener("toggle", fill);
    const changed = entry.programs.some((one) => one.changed.length);
    if (entry.status === "failed" && (changed ? program.changed.length : place === 0)) { element.open = true; fill(); }
    return element;
  });
  return make("section", { "aria-label": "Programs" }, make("h3", {}, entry.programs.length === 1 ? "Program" : "Programs"), ...folded);
}

function panes(program) {
  const pair = [pane(program.source, "#", "Program"), pane(program.glsl, "//", "GLSL")];
  const ways = [new Map(), new Map()];
  for (const link of program.links) {
    link.forEach((line, side) => ways[side].set(line, [...(ways[side].get(line) ?? []), link[1 - side]]));
  }
  const mark = (side, line, kind) => {
    for (const one of pair) one.list.querySelectorAll(`.${kind}`).forEach((element) => element.classList.remove(kind));
    if (line === null) return;
    const others = ways[side].get(line) ?? [];
    pair[side].lines[line - 1].classList.add(kind);
    for (const other of others) pair[1 - side].lines[other - 1]?.classList.add(kind);
  };
  const select = (side, line) => {
    mark(side, line, "current");
    pair[side].list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    pair[side].lines[line - 1].setAttribute("aria-selected", "true");
    pair[side].list.setAttribute("aria-activedescendant", pair[side].lines[line - 1].id);
    pair[side].line = line;
    reveal(pair[side], line);
    const others = ways[side].get(line) ?? [];
    pair[1 - side].line = others[0];
    if (others.length) reveal(pair[1 - side], others[0]);
  };
  pair.forEach((one, side) => {
    const linked = [...ways[side].keys()].sort((a, b) => a - b);
    for (const line of linked) one.lines[line - 1]?.classList.add("linked");
    const lineOf = (event) => {
      const item = event.target.closest("li.linked");
      return item ? one.lines.indexOf(item) + 1 : null;
    };
    one.list.addEventListener("pointerover", (event) => mark(side, lineOf(event), "hover"));
    one.list.addEventListener("pointerleave", () => mark(side, null, "hover"));
    one.list.addEventListener("click", (event) => { const line = lineOf(event); if (line) select(side, line); });
    one.list.addEventListener("keydown", (event) => {
      const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!direction || !linked.length) return;
      event.preventDefault();
      const place = one.line ? linked.indexOf(one.line) + direction : direction > 0 ? 0 : linked.length - 1;
      select(side, linked[Math.min(linked.length - 1, Math.max(0, place))]);
    });
  });
  for (const line of program.changed) {
    const item = pair[0].lines[line - 1];
    item?.classList.add("changed");
    item?.setAttribute("title", "changed since the baseline was made");
    for (const other of ways[0].get(line) ?? []) pair[1].lines[other - 1]?.classList.add("changed");
  }
  // The GLSL begins with what it needs; what the program says begins at the first linked line.
  requestAnimationFrame(() => { 
    const first = program.links.find(([line]) => program.changed.includes(line)) ?? program.links[0];
    if (program.changed.length || first) reveal(pair[0], program.changed[0] ?? first[0]);
    if (first) reveal(pair[1], first[1], program.changed.length ? "center" : "start");
  });
  const right = program.glsl ? pair[1].element : make("div", { class: "pane" }, make("p", { class: "problem" }, program.message || "There is no GLSL for it."));
  return make("div", { class: "panes" }, pair[0].element, right);
}

/** Scrolls only the pane, never the page. */
function reveal(one, line, where = "center") {
  const item = one.lines[line - 1];
  if (!item) return;
  const top = item.offsetTop - 8;
  const { scrollTop, clientHeight } = one.list;
  if (where === "start") one.list.scrollTop = top;
  else if (top < scrollTop + 16 || top + 40 > scrollTop + clientHeight) one.list.scrollTop = top - clientHeight / 2;
}

let paneCount = 0;

function pane(text, comment, title) {
  const id = `pane-${paneCount += 1}`;
  const lines = text.replace(/(?:\r\n|\n|\r)$/, "").split(LINE_END).map((line, index) => {
    const start = line.indexOf(comment);
    const item = make("li", { role: "option", "aria-selected": "false", id: `${id}-${index + 1}` }, start < 0 ? line : line.slice(0, start));
    if (start >= 0) item.append(make("span", { class: "comment" }, line.slice(start)));
    if (!line) item.append(" ");
    return item;
  });
  const list = make("ol", { class: "code", tabindex: "0", role: "listbox", "aria-label": `${title}: arrow keys go through linked lines` }, ...lines);
  return { element: make("div", { class: "pane" }, make("h4", {}, title), list), list, lines, line: null };
}

"use strict";
// The page: what is typed is checked, translated and drawn.

const byId = (id) => document.getElementById(id);
const page = { program: "vertex", tab: "glsl", mesh: "sphere", texts: { vertex: "", fragment: "" }, said: { vertex: [], fragment: [] } };

// Questions to nvrender, answered in order.
const nvrender = {
  number: 0,
  waiting: new Map(),
  start() {
    this.worker = python;
    this.worker.onmessage = ({ data: { status, number, answer, error } }) => {
      if (status) return say(status);
      const [resolve, reject] = this.waiting.get(number);
      this.waiting.delete(number);
      if (error) reject(new Error(error));
      else resolve(answer);
    };
    const failed = () => say("Python could not be started.", true);
    this.worker.onerror = failed;
    if (this.worker.failed) failed();
  },
  ask(question) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.number, [resolve, reject]);
      this.worker.postMessage({ number: this.number, question });
    });
  },
};

function say(text, wrong = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("wrong", wrong);
}

function complain(text) {
  byId("said").textContent = text;
  byId("said").hidden = !text;
}

const editor = new Editor(byId("editor"), (text) => {
  page.texts[page.program] = text;
  checkSoon();
}, follow);
const parameters = new Parameters(byId("parameters"), () => picture.draw());
let picture = null;

// Check and translate once typing rests; an answer that is out of date is not shown.
let rest = 0;
let asked = 0;
function checkSoon() {
  clearTimeout(rest);
  rest = setTimeout(() => {
    rest = 0;
    check().catch((error) => say(error.message, true));
  }, 200);
}

async function check() {
  const mine = ++asked;
  // What is asked first is answered first.
  const translated = translate(mine);
  const found = await nvrender.ask({ question: "look", ...page.texts });
  if (mine !== asked) return;
  for (const name of ["vertex", "fragment"]) {
    page.said[name] = found[name].said;
    const count = found[name].said.filter(({ warning }) => !warning).length;
    byId(`tab-${name}`).textContent = `${name === "vertex" ? "Vertex" : "Fragment"} program${count ? ` (${count})` : ""}`;
  }
  showProblems();
  draw(found.picture);
  await translated;
  if (mine !== asked) return;
  page.answered = mine;
  say("Ready");
}

async function translate(mine = asked) {
  const { program, tab } = page;
  const made = await nvrender.ask({ question: "show", text: page.texts[program], name: program, tab });
  if (mine !== asked || program !== page.program || tab !== page.tab) return;
  showTranslation(made);
  performance.mark("translated");
}

function draw(found) {
  try {
    complain(found?.error ?? "");
    if (found?.error) return picture.take(null);
    // What does not load leaves the last picture.
    if (!found) return;
    parameters.show(found.blocks, remarks(page.texts.vertex));
    picture.take(found);
  } catch (error) {
    complain(error.message);
  }
}

function showProblems() {
  const said = page.said[page.program];
  editor.show(page.texts[page.program], said);
  byId("problems").replaceChildren(...said.map((row) => {
    const [item, button, place, cited] = ["li", "button", "b", "small"].map((name) => document.createElement(name));
    item.className = row.warning ? "warning" : "error";
    place.textContent = `${row.line}:${row.column} `;
    cited.textContent = row.section && ` ${row.section}`;
    button.append(place, row.message, row.hint && `; ${row.hint}`, cited);
    button.type = "button";
    button.addEventListener("click", () => editor.go(row.line, row.column));
    item.append(button);
    return item;
  }));
}

function showTranslation(made) {
  const box = byId("translation");
  if (made.error) {
    const said = document.createElement("p");
    said.textContent = made.error;
    return box.replaceChildren(said);
  }
  const lines = made.text.replace(/\n$/, "").split("\n");
  box.replaceChildren(...lines.map((text, place) => {
    const row = document.createElement("span");
    const number = document.createElement("b");
    const source = made.lines[place] ?? 0;
    row.className = source ? "line linked" : "line";
    number.textContent = source || "";
    if (source) {
      row.dataset.line = source;
      row.addEventListener("click", () => {
        editor.go(source);
        follow(source);
      });
    }
    row.append(number, text);
    return row;
  }));
  follow(editor.line, false);
}

// Mark a line of the program, and those that come from it.
function follow(line, sight = true) {
  editor.mark(line);
  const box = byId("translation");
  let first = true;
  for (const row of box.querySelectorAll(".line")) {
    const here = row.dataset.line === String(line);
    row.classList.toggle("current", here);
    if (here && first && sight) {
      const top = row.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 3;
    }
    first &&= !here;
  }
}

// Four digits of a number.
function short(value) {
  const size = Math.abs(value);
  if (size && (size < 0.001 || size >= 100000)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

function showResults(vertex, results) {
  byId("vertex").max = picture.mesh.vertices - 1;
  byId("vertex").value = vertex;
  byId("results").tBodies[0].replaceChildren(...results.map(([name, values]) => {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: name });
    row.append(head, ...values.map((value) =>
      Object.assign(document.createElement("td"), { textContent: short(value) })));
    return row;
  }));
}

// A starting point, or what a link holds.
function begin(start) {
  page.texts = { vertex: start.vertex, fragment: start.fragment };
  page.mesh = stock.meshes[start.mesh] ? start.mesh : "sphere";
  byId("meshes").value = page.mesh;
  parameters.take(start);
  picture.take(null);
  picture.show(page.mesh);
  choose.program(byId("tab-vertex"));
  return check();
}

const choose = {
  program: tabs(document.querySelector("#source [role=tablist]"), (tab) => {
    page.program = tab.dataset.program;
    editor.current = 0;
    showProblems();
    if (nvrender.worker && page.texts.vertex) translate().catch((error) => say(error.message, true));
  }),
  tab: tabs(document.querySelector("#target [role=tablist]"), (tab) => {
    page.tab = tab.dataset.tab;
    translate().catch((error) => say(error.message, true));
  }),
};

// Texts and values as the fragment of an address, deflated, in the letters of addresses.
async function packed() {
  const { values, matrices } = parameters;
  const text = JSON.stringify({ ...page.texts, mesh: page.mesh, values, matrices });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function linked() {
  const text = new URLSearchParams(location.hash.slice(1)).get("program");
  if (!text) return null;
  try {
    const bytes = await unpacked(text.replaceAll("-", "+").replaceAll("_", "/"));
    const found = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof found.vertex === "string" && typeof found.fragment === "string") return found;
  } catch {
    // Below.
  }
  complain("The link holds no program that can be read.");
  return null;
}

async function start() {
  if (location.protocol === "file:") {
    say("Browsers load Python from servers alone: python3 -m http.server -d DIR, then open http://localhost:8000", true);
    return;
  }
  nvrender.start();
  for (const [place, { name }] of stock.starts.entries()) byId("starts").append(new Option(name, place));
  for (const name of Object.keys(stock.meshes)) byId("meshes").append(new Option(name, name));
  picture = new Picture(document.querySelector("canvas"), await unpacked(stock.data), parameters, showResults);
  byId("starts").addEventListener("change", ({ target }) => {
    history.replaceState(null, "", location.pathname);
    begin(stock.starts[target.value]).catch((error) => say(error.message, true));
  });
  byId("meshes").addEventListener("change", ({ target }) => {
    page.mesh = target.value;
    picture.show(page.mesh);
  });
  byId("vertex").addEventListener("input", ({ target }) => {
    const number = target.valueAsNumber;
    if (!Number.isInteger(number) || number < 0 || number >= picture.mesh.vertices) return;
    picture.vertex = number;
    picture.draw();
  });
  byId("link").addEventListener("click", async () => {
    history.replaceState(null, "", `#program=${await packed()}`);
    try {
      await navigator.clipboard.writeText(location.href);
      say("Link copied");
    } catch {
      say("The address is the link");
    }
  });
  addEventListener("hashchange", async () => {
    const found = await linked();
    if (found) begin(found).catch((error) => say(error.message, true));
  });
  await begin((await linked()) ?? stock.starts[0]);
}

start().catch((error) => say(error.message, true));

// Two pictures: a slider between them, one in the other's place, side by side, their difference, FLIP's map.

const look = { view: "slider", split: 50, amplify: 16, zoom: 0, flipped: false, alpha: false };
let current = null; // what compareKeys act upon
const pictureText = (id) => `data:image/png;base64,${byId(id).textContent}`;
const ZOOMS = [0, 1, 2, 4, 8];

const VIEWS = [
  ["slider", "Slider", (entry) => entry.baseline && entry.result],
  ["blink", "Blink", (entry) => entry.baseline && entry.result],
  ["side", "Side by side", (entry) => entry.baseline && entry.result],
  ["difference", "Difference", (entry) => entry.baseline && entry.result],
  ["heat", "FLIP map", (entry) => entry.heat_map],
];

const usable = (picture) => (picture && picture.id ? picture : null);

/** The pictures of an entry as a box with tools; null where it has none. */
function comparison(entry) {
  current = null;
  const shown = { baseline: usable(entry.baseline), result: usable(entry.result), heat_map: usable(entry.heat_map), mask: usable(entry.mask) };
  const problems = [entry.baseline, entry.result, entry.heat_map].filter((picture) => picture?.problem).map((picture) => make("p", { class: "problem" }, picture.problem));
  if (!shown.baseline && !shown.result && !shown.heat_map) return problems.length ? make("div", { class: "compare" }, ...problems) : null;
  const hasAlpha = Boolean(shown.baseline?.alpha || shown.result?.alpha);
  const box = { entry, shown, stage: make("div", { class: "stage", tabindex: "0", role: "region", "aria-label": "Pictures" }), controls: make("div", { class: "controls" }), buttons: {}, hasAlpha };
  current = box;
  const both = shown.baseline && shown.result;
  const tools = make("div", { class: "tools" });
  if (both) {
    const segments = make("div", { class: "segments", role: "radiogroup", "aria-label": "View" });
    for (const [view, label, possible] of VIEWS) {
      const input = make("input", { type: "radio", name: "view", value: view, disabled: !possible(shown), onchange: () => { look.view = view; draw(box); } });
      box.buttons[view] = input;
      segments.append(make("label", { title: possible(shown) ? "" : "FLIP was not measured: pip install 'nvrender[flip]'" }, input, make("span", {}, label)));
    }
    tools.append(segments);
  }
  const zoom = make("button", { type: "button", class: "button zoom", onclick: () => { look.zoom = (look.zoom + 1) % ZOOMS.length; draw(box); } });
  box.zoom = zoom;
  if (hasAlpha) tools.append(make("label", {}, make("input", { type: "checkbox", onchange: (event) => { look.alpha = event.target.checked; draw(box); } }), " Alpha"));
  tools.append(zoom);
  const element = make("section", { class: "compare", "aria-label": "Pictures" }, tools, box.stage, box.controls, ...problems);
  new ResizeObserver(() => { if (box.width !== box.stage.clientWidth) draw(box); }).observe(box.stage);
  look.alpha = false;
  look.flipped = false;
  draw(box);
  return element;
}

const viewOf = (box) => {
  if (!(box.shown.baseline && box.shown.result)) return "single";
  return look.view === "heat" && !box.shown.heat_map ? "slider" : look.view;
};

function image(box, picture, over) {
  const source = look.alpha && box.hasAlpha && picture !== box.shown.heat_map ? picture.alpha ?? null : picture.id;
  const label = picture === box.shown.result ? box.entry.result_label : picture === box.shown.baseline ? box.entry.baseline_label : "FLIP map";
  const element = make("img", { alt: `${label} of ${box.entry.name}`, draggable: "false", class: over ? "over" : "" });
  if (source) element.src = pictureText(source);
  element.style.width = `${picture.width * box.scale}px`;
  element.style.height = `${picture.height * box.scale}px`;
  return element;
}

/** What was not compared, dark; null where all was. */
function shade(box) {
  const { mask } = box.shown;
  const element = mask && make("img", { alt: "", draggable: "false", class: "mask", src: pictureText(mask.id) });
  if (element) Object.assign(element.style, { width: `${mask.width * box.scale}px`, height: `${mask.height * box.scale}px` });
  return element;
}

function frame(box, kind, pictures, tags) {
  const element = make("div", { class: `frame ${kind}${box.scale > 1 ? " sharp" : ""}` },
    ...pictures.map((picture, place) => image(box, picture, place > 0)), shade(box), ...tags);
  element.style.width = `${Math.max(...pictures.map((picture) => picture.width)) * box.scale}px`;
  element.style.height = `${Math.max(...pictures.map((picture) => picture.height)) * box.scale}px`;
  element.addEventListener("pointermove", (event) => readout(box, element, event));
  return element;
}

/** Pixels of the page per pixel of the picture: whole numbers where it is enlarged. */
function fitted(box, view) {
  const pictures = Object.values(box.shown).filter(Boolean);
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const room = Math.max(box.stage.clientWidth - 34, 120);
  const across = view === "side" && room > 600 ? (room - 17) / 2 : room;
  const scale = Math.min(across / width, Math.max(innerHeight * 0.62, 200) / height);
  return scale > 1 ? Math.min(Math.floor(scale), 8) : scale;
}

const tag = (text, side = "left") => make("span", { class: `tag ${side}` }, text);

function draw(box) {
  const view = viewOf(box);
  const { baseline, result, heat_map: heat } = box.shown;
  const { baseline_label: before, result_label: after } = box.entry;
  box.width = box.stage.clientWidth;
  box.scale = ZOOMS[look.zoom] || fitted(box, view);
  box.zoom.textContent = look.zoom ? `${ZOOMS[look.zoom]}×` : `Fit (${Math.round(box.scale * 100)} %)`;
  box.zoom.setAttribute("aria-label", `Zoom: ${box.zoom.textContent}`);
  if (box.buttons[view]) box.buttons[view].checked = true;
  box.said = make("output", { class: "readout" });
  let frames = [];
  let controls = [];
  if (view === "slider") {
    const range = make("input", { type: "range", min: "0", max: "100", step: "0.5", id: "split", "aria-label": `Share of the ${before} shown, percent` });
    const element = frame(box, "slider", [result, baseline], [tag(before), tag(after, "right")]);
    const set = (value) => { look.split = value; range.value = value; element.style.setProperty("--split", `${value}%`); };
    range.addEventListener("input", () => set(range.valueAsNumber));
    const drag = (event) => {
      if (!(event.buttons & 1)) return;
      const place = element.getBoundingClientRect();
      set(Math.min(100, Math.max(0, 100 * (event.clientX - place.left) / place.width)));
    };
    element.addEventListener("pointerdown", (event) => { element.setPointerCapture(event.pointerId); drag(event); });
    element.addEventListener("pointermove", drag);
    set(look.split);
    frames = [element];
    controls = [make("label", { class: "wide" }, before, range, after)];
  } else if (view === "blink") {
    const shown = look.flipped ? result : baseline;
    frames = [frame(box, "", [shown], [tag(look.flipped ? after : before)])];
    const blink = make("input", { type: "checkbox", id: "blink", onchange: (event) => blinking(box, event.target.checked) });
    blink.checked = Boolean(box.timer);
    controls = [make("button", { type: "button", class: "button", id: "flip", onclick: () => flip(box) }, `Show the ${look.flipped ? before : after}`),
      make("label", {}, blink, "By itself"), make("span", { class: "dim" }, make("kbd", {}, "b"), " changes over")];
  } else if (view === "side") {
    frames = [frame(box, "", [baseline], [tag(before)]), frame(box, "", [result], [tag(after)])];
  } else if (view === "difference") {
    const element = frame(box, "difference", [baseline, result], []);
    const range = make("input", { type: "range", min: "0", max: "7", step: "1", id: "amplify", "aria-label": "Amplification" });
    const value = make("output", {});
    const set = (power) => {
      look.amplify = 2 ** power;
      range.value = power;
      range.setAttribute("aria-valuetext", `${look.amplify} times`);
      value.textContent = `${look.amplify}×`;
      element.style.setProperty("--amplify", look.amplify);
    };
    range.addEventListener("input", () => set(range.valueAsNumber));
    set(Math.log2(look.amplify));
    frames = [element];
    controls = [make("label", { class: "wide" }, "Amplified", range, value)];
  } else if (view === "heat") {
    frames = [frame(box, "", [heat], [])];
    const ramp = make("i");
    ramp.style.setProperty("--ramp", report.ramp);
    controls = [make("span", { class: "legend" }, "0", ramp, "1"), make("span", { class: "dim" }, "FLIP: how much of the difference people see")];
  } else {
    const only = result ?? baseline ?? heat;
    frames = [frame(box, "", [only], [])];
    controls = [make("span", { class: "dim" }, only === result ? after : only === baseline ? before : "FLIP map")];
  }
  const small = [baseline, result].filter((picture) => picture?.reduced);
  if (small.length) controls.push(make("span", { class: "dim" }, `Shown at ${small[0].reduced.join(" × ")} pixels`));
  if (view !== "blink") blinking(box, false);
  box.stage.replaceChildren(...frames);
  box.controls.replaceChildren(...controls, box.said);
}

function flip(box, unasked = false) {
  if (look.view !== "blink") look.view = "blink";
  else look.flipped = !look.flipped;
  const focused = document.activeElement?.id;
  draw(box);
  if (focused === "flip" || focused === "blink") byId(focused)?.focus();
  if (!unasked && box.timer) blinking(box, false);
}

/** Less than three changes a second, and none where motion is not wanted. */
function blinking(box, on) {
  clearInterval(box.timer);
  box.timer = 0;
  if (on && !reduced.matches) {
    box.timer = setInterval(() => { if (box.stage.isConnected) flip(box, true); else clearInterval(box.timer); }, 700);
  }
  if (byId("blink")) byId("blink").checked = Boolean(box.timer);
}

/** The values of the pixel below the pointer, of both pictures. */
function readout(box, element, event) {
  if (event.buttons || box.shown.baseline?.reduced || box.shown.result?.reduced) return;
  const place = element.getBoundingClientRect();
  const x = Math.floor((event.clientX - place.left) / box.scale);
  const y = Math.floor((event.clientY - place.top) / box.scale);
  const said = ["baseline", "result"].filter((name) => box.shown[name]).map((name) => {
    const picture = box.shown[name];
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return "";
    const pixels = pixelsOf(box, name);
    return pixels ? `${box.entry[`${name}_label`]} ${[...pixels.getImageData(x, y, 1, 1).data].slice(0, 3).join(" ")}` : "";
  });
  box.said.textContent = `${x}, ${y}  ${said.filter(Boolean).join("  ")}`;
}

function pixelsOf(box, name) {
  box.pixels ??= {};
  if (box.pixels[name] === undefined) {
    box.pixels[name] = null;
    const picture = box.shown[name];
    const element = new Image();
    element.src = pictureText(picture.id);
    element.decode().then(() => {
      const context = make("canvas", { width: String(picture.width), height: String(picture.height) }).getContext("2d", { willReadFrequently: true });
      context.drawImage(element, 0, 0);
      box.pixels[name] = context;
    }).catch(() => {});
  }
  return box.pixels[name];
}

function choose(view) {
  const input = current?.buttons[view];
  if (!input || input.disabled) return;
  look.view = view;
  draw(current);
}

function amplify(by) {
  if (!current?.buttons.difference) return;
  look.amplify = Math.min(128, Math.max(1, look.amplify * by));
  choose("difference");
}

const compareKeys = {
  b: () => { if (current?.buttons.blink) flip(current); },
  "1": () => choose("slider"), "2": () => choose("blink"), "3": () => choose("side"), "4": () => choose("difference"), "5": () => choose("heat"),
  "+": () => amplify(2), "=": () => amplify(2), "-": () => amplify(0.5), z: () => current?.zoom.click(),
};

// The list of entries, its filters, the entry shown, and keys. Text is only ever set as text.

const report = JSON.parse(document.getElementById("data").textContent);
const statuses = ["failed", "error", "missing", "flaky", "unused", "updated", "passed"];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const state = { shown: -1, status: "", text: "" };
const rows = [];

const number = (value, digits = 3) => (value < 1e6 ? Number(value.toPrecision(digits)).toLocaleString("en", { maximumSignificantDigits: digits }) : value.toExponential(1));

/** A name in two lines, the file of a test above the test, that may be broken behind punctuation. */
function named(name) {
  const [, path, rest] = /^(.*?\.py::)?(.*)$/s.exec(name);
  const breakable = (text) => text.split(/(?<=[/_.:[-])/).flatMap((part) => [part, make("wbr")]);
  return [path ? make("span", { class: "path" }, ...breakable(path.slice(0, -2)), make("span", { class: "unseen" }, "::")) : null,
    make("span", { class: "name" }, ...breakable(rest))];
}

/** What a row says below the name. */
function fact(entry) {
  if (entry.status === "missing") return "no baseline";
  if (entry.status === "unused") return "no test asked for it";
  if (entry.figures) {
    const { share, worst } = entry.figures;
    return worst === 0 ? "identical" : share === 0 ? `within ${number(worst)}/255` : `${number(share)} % differ`;
  }
  const outside = entry.numbers.reduce((sum, row) => sum + row.outside, 0);
  if (entry.numbers.length) return outside ? plural(outside, "value outside", "values outside") : "within precision";
  return "";
}

const approvedAs = (entry) => (report.approved && Object.hasOwn(report.approved, entry.name) ? report.approved[entry.name] : "");
const mark = (entry) => (approvedAs(entry) ? make("span", { class: "status updated" }, "approved") : make("span", { class: `status ${entry.status}` }, entry.status));

function addRow(entry, index) {
  const thumbnail = entry.thumbnail
    ? make("img", { src: entry.thumbnail, alt: "", loading: "lazy", decoding: "async" })
    : entry.numbers.length ? "1.0" : "—";
  const more = fact(entry);
  const button = make("button", { type: "button", class: "entry", onclick: () => show(index, true) },
    make("span", { class: "thumb", "aria-hidden": "true" }, thumbnail),
    make("span", {},
      ...named(entry.name),
      make("span", { class: "fact" }, mark(entry), more && ` · ${more}`)));
  const row = make("li", {}, button);
  rows.push({ row, button });
  byId("list").append(row);
}

const matches = (entry) => (!state.status || entry.status === state.status)
  && entry.name.toLowerCase().includes(state.text);

function filter() {
  let count = 0;
  report.entries.forEach((entry, index) => {
    const visible = matches(entry);
    rows[index].row.hidden = !visible;
    count += visible;
  });
  for (const chip of byId("chips").children) chip.setAttribute("aria-pressed", String(chip.dataset.status === state.status));
  byId("none").hidden = count > 0 || !report.entries.length;
  byId("found").textContent = state.text || state.status ? `${plural(count, "comparison", "comparisons")} shown` : "";
}

function addFilters() {
  const counts = Object.fromEntries(statuses.map((status) => [status, report.entries.filter((entry) => entry.status === status).length]));
  const chip = (status, label, count) => make("button",
    { type: "button", class: "chip", "data-status": status, onclick: () => { state.status = status; filter(); } },
    status ? make("span", { class: `status ${status}` }, label) : label, ` ${count}`);
  byId("chips").append(chip("", "All", report.entries.length),
    ...statuses.filter((status) => counts[status]).map((status) => chip(status, status, counts[status])));
  byId("search").addEventListener("input", (event) => { state.text = event.target.value.trim().toLowerCase(); filter(); });
  byId("list").append(make("li", { id: "none", class: "empty", hidden: true }, "No comparison is called so."));
  byId("chips").after(make("p", { id: "found", class: "unseen", role: "status" }));
  const bad = counts.failed + counts.error + counts.missing;
  const verdict = !report.entries.length ? ["", "Nothing was compared."]
    : bad ? [plural(bad, "comparison", "comparisons"), ` of ${report.entries.length} ${bad === 1 ? "needs" : "need"} attention`]
      : [report.entries.length === 1 ? "The comparison passed" : `All ${report.entries.length} comparisons passed`, ""];
  byId("verdict").append(make("strong", {}, verdict[0]), verdict[1], make("span", { class: "dim" }, ` · ${report.made_text}`), report.command ? make("code", { class: "dim" }, ` ${report.command}`) : "");
  byId("verdict").classList.add(bad ? "bad" : "good");
}

/** Every entry's address: its name, and a number where several have it. */
const addresses = (() => {
  const seen = new Map();
  return report.entries.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `#${encodeURIComponent(name)}${count > 1 ? `~${count}` : ""}`;
  });
})();

function show(index, asked) {
  if (index < 0 || index >= rows.length) return;
  rows[state.shown]?.button.removeAttribute("aria-current");
  state.shown = index;
  rows[index].button.setAttribute("aria-current", "true");
  rows[index].button.scrollIntoView({ block: "nearest" });
  const detail = byId("detail");
  detail.replaceChildren(...entryView(report.entries[index], index));
  detail.scrollTop = 0;
  if (!asked) return;
  document.body.dataset.shown = "detail";
  if (location.hash !== addresses[index]) history.pushState(null, "", addresses[index]);
  if (phone.matches) { scrollTo(0, 0); detail.focus({ preventScroll: true }); }
}

function back() {
  history.pushState(null, "", location.href.split("#")[0]);
  document.body.dataset.shown = "list";
  rows[state.shown]?.button.focus();
}

/** The next entry, of those the filters leave, in one direction. */
function step(direction) {
  for (let index = state.shown + direction; index >= 0 && index < rows.length; index += direction) {
    if (matches(report.entries[index])) return show(index, true);
  }
  return undefined;
}

function figure(label, value, note = "", bad = false) {
  return make("div", { class: bad ? "bad" : "" }, make("dt", {}, label), make("dd", {}, value, note && make("small", {}, note)));
}

function figures(entry) {
  const list = make("dl", { class: "figures" });
  const found = entry.figures;
  if (found) {
    list.append(
      figure("Pixels that differ", `${number(found.share)} %`, `${found.allowed === null ? "" : `${number(found.allowed)} % may, `}by more than ${number(found.threshold)}/255`, found.allowed !== null && found.share > found.allowed),
      figure("Largest difference", `${number(found.worst)}/255`, found.maximum.length === 4 ? found.maximum.map((value, place) => `${"RGBA"[place]} ${number(value)}`).join("  ") : ""),
      found.flip === null ? figure("FLIP", "not measured", "pip install 'nvrender[flip]'") : figure("FLIP", number(found.flip), `mean; ${found.flip_allowed === null ? "0 is the same, 1 is black for white" : `${number(found.flip_allowed)} may be`}`, found.flip_allowed !== null && found.flip > found.flip_allowed));
    if (found.ssim !== null) list.append(figure("SSIM", number(found.ssim, 4), `mean; ${number(found.ssim_needed)} must be, 1 is the same`, found.ssim < found.ssim_needed));
    if (found.compared < 100) list.append(figure("Compared", `${number(found.compared)} %`, "of the picture; the rest is dark"));
  }
  const picture = entry.result ?? entry.baseline;
  if (picture && !entry.numbers.length) list.append(figure("Size", `${picture.width} × ${picture.height}`, "pixels"));
  if (entry.renderer || entry.version) list.append(figure(`Drawn by`, entry.renderer || "unknown", entry.version));
  if (entry.baseline_renderer || entry.baseline_version) list.append(figure("Baseline drawn by", entry.baseline_renderer || "unknown", entry.baseline_version));
  for (const [label, one] of [[entry.baseline_label, entry.baseline], [entry.result_label, entry.result]]) {
    if (one?.path) list.append(figure(`File of the ${label}`, make("code", {}, one.path)));
  }
  return list.children.length ? list : null;
}

function numbers(entry) {
  if (!entry.numbers.length) return null;
  const allowed = entry.numbers.some((row) => row.allowed);
  const head = ["Result", "Values", "Outside", "Worst", "Where", "Expected", "Got", ...(allowed ? ["Allowed"] : [])];
  const body = entry.numbers.map((row) => make("tr", {},
    make("td", {}, make("code", {}, row.name)), make("td", {}, row.values.toLocaleString("en")),
    make("td", { class: row.outside ? "bad" : "" }, row.outside.toLocaleString("en")),
    make("td", {}, row.worst === null ? "∞" : `${row.worst.toLocaleString("en", { maximumFractionDigits: 3 })} ulp`),
    ...[row.place, row.expected, row.actual, ...(allowed ? [row.allowed] : [])].map((text) => make("td", {}, text))));
  return make("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": "Numbers" }, make("table", {},
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...body)));
}

/** The button that makes the result the baseline, where `nvrender report --serve` shows the page. */
function approval(entry) {
  if (!report.approved || !entry.approval) return null;
  const said = make("span", { role: "status" });
  const button = make("button", { type: "button", class: "button primary", id: "approve" }, "Approve");
  const done = (path) => { button.disabled = true; button.textContent = "Approved"; said.textContent = `${path}: look at it and commit it`; };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await fetch("approve", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: entry.name }) });
      const { path, error } = await answer.json();
      if (error) throw new Error(error);
      report.approved[entry.name] = path;
      rows[report.entries.indexOf(entry)].button.querySelector(".status").replaceWith(mark(entry));
      done(path);
    } catch (error) {
      button.disabled = false;
      said.textContent = error instanceof TypeError ? "nvrender report --serve does not answer" : error.message;
    }
  });
  if (approvedAs(entry)) done(approvedAs(entry));
  return make("div", { class: "approve" }, button, said);
}

function accept(entry) {
  if (!entry.accept_command) return null;
  const said = make("span", { role: "status", class: "dim" });
  const copy = make("button", { type: "button", class: "button primary", id: "copy" }, "Copy");
  const code = make("code", { tabindex: "0" }, entry.accept_command);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(entry.accept_command);
      said.textContent = "Copied";
    } catch { // files opened without https may not
      getSelection().selectAllChildren(code);
      said.textContent = "Selected: copy it with Ctrl+C";
    }
  });
  const other = entry.approve_command && make("p", { class: "dim" }, "Or take the result of this report, without drawing it again: ", make("code", { tabindex: "0" }, entry.approve_command));
  return make("section", { "aria-label": "Accept" }, make("h3", {}, "To accept the change"), approval(entry),
    make("div", { class: "accept" }, code, copy, said), other || null);
}

function entryView(entry, index) {
  const pager = rows.length < 2 ? null : make("div", { class: "pager" },
    make("button", { type: "button", class: "button", "aria-label": "Previous comparison", onclick: () => step(-1) }, "←"),
    make("button", { type: "button", class: "button", "aria-label": "Next comparison", onclick: () => step(1) }, "→"));
  const heading = make("header", {},
    make("button", { type: "button", class: "button back", onclick: back }, "All"),
    make("div", { class: "heading" }, make("h2", {}, ...named(entry.name)), make("p", { class: "dim" }, make("span", { class: `status ${entry.status}` }, entry.status), ` · ${index + 1} of ${rows.length}`)), pager);
  return [heading, entry.message ? make("p", { class: `message ${entry.status}` }, entry.message) : null, comparison(entry),
    figures(entry), numbers(entry), accept(entry), programs(entry)].filter(Boolean);
}

const phone = matchMedia("(max-width: 52rem)");

/** Shows what the address names: the list on a phone, else the first entry, where it names none. */
function follow() {
  const index = addresses.indexOf(location.hash);
  if (index >= 0) { show(index, false); document.body.dataset.shown = "detail"; }
  else { if (state.shown < 0) show(0, false); document.body.dataset.shown = "list"; }
}

const keys = {
  j: () => step(1), k: () => step(-1), "/": () => { if (phone.matches) back(); byId("search").focus(); },
  c: () => byId("copy")?.click(), "?": () => byId("keys").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const typing = event.target.matches?.('input[type="search"]');
  if (event.key === "Escape" && typing) { event.target.value = ""; state.text = ""; filter(); event.target.blur(); return; }
  if (typing || !byId("keys-on").checked) return;
  const action = keys[event.key] ?? compareKeys[event.key];
  if (action) { event.preventDefault(); action(); }
}

function start() {
  report.entries.forEach(addRow);
  addFilters();
  filter();
  if (!rows.length) byId("detail").replaceChildren(make("p", { class: "empty" }, "Nothing was compared. A run that compares pictures, numbers or programs fills this page."));
  for (const note of report.notes) byId("chips").after(make("p", { class: "dim" }, note));
  byId("help").addEventListener("click", () => byId("keys").showModal());
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
  const label = () => { byId("theme").textContent = theme() === "dark" ? "Light" : "Dark"; };
  byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark"; label(); });
  dark.addEventListener("change", label);
  label();
  addEventListener("keydown", onKey);
  addEventListener("popstate", follow);
  follow();
}

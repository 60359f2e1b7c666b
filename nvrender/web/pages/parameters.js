"use strict";
// What program parameters hold, and the sliders that change it.

class Parameters {
  constructor(element, changed) {
    Object.assign(this, { element, changed, values: {}, matrices: {}, open: new Set() });
  }

  // Values and matrices of a starting point, by the names of registers.
  take({ values, matrices }) {
    this.values = structuredClone(values ?? {});
    this.matrices = structuredClone(matrices ?? {});
    this.open.clear();
  }

  // The numbers of a register now.
  vector(register, view) {
    const { name, kind, matrix, words } = register;
    if (kind === "matrix") return matrices.bound(matrix, view);
    if (this.matrices[name]) {
      const [which, transform, row] = this.matrices[name];
      return matrices.named(which, transform, view)[row];
    }
    if (kind === "constant") return [...new Float32Array(new Uint32Array(words).buffer)];
    return this.values[name] ?? stock.state[name] ?? (words ? [...new Float32Array(new Uint32Array(words).buffer)] : [0, 0, 0, 0]);
  }

  // A uniform block's bytes.
  block(registers, view) {
    const rows = new Float32Array(registers.length * 4);
    const bits = new Uint32Array(rows.buffer);
    registers.forEach((register, place) => {
      if (register.kind === "constant") bits.set(register.words, 4 * place);
      else if (register.kind !== "unread") rows.set(this.vector(register, view), 4 * place);
    });
    return new Uint8Array(rows.buffer);
  }

  // Sliders for what is neither constant nor a matrix; `remarks` say what registers are for.
  show(blocks, remarks) {
    const names = new Map();
    for (const register of blocks.flatMap(([, registers]) => registers)) {
      if (register.kind === "number" || register.kind === "matrix") names.set(register.name, register);
    }
    const [followers, free] = [[], []];
    for (const register of names.values()) (this.follows(register) ? followers : free).push(register);
    this.element.replaceChildren(...free.map((register) => this.row(register, remarks[register.name] ?? register.label)));
    if (!followers.length) return;
    const rest = document.createElement("p");
    rest.textContent = `Rows of matrices, which follow the picture: ${followers.map(({ name }) => name).join(", ")}`;
    this.element.append(rest);
  }

  follows({ name, kind }) {
    return kind === "matrix" || name in this.matrices;
  }

  row(register, remark) {
    const { name } = register;
    const row = document.createElement("details");
    const head = document.createElement("summary");
    const code = document.createElement("code");
    const said = document.createElement("span");
    code.textContent = name;
    said.textContent = remark && remark !== name ? ` ${remark}` : "";
    head.append(code, said);
    row.append(head);
    row.open = this.open.has(name);
    const fill = () => {
      if (row.childElementCount > 1) return;
      const vector = [...this.vector(register, null)];
      "xyzw".split("").forEach((letter, place) => row.append(this.slider(name, letter, place, vector)));
    };
    if (row.open) fill();
    row.addEventListener("toggle", () => {
      if (row.open) this.open.add(name);
      else this.open.delete(name);
      fill();
    });
    return row;
  }

  slider(name, letter, place, vector) {
    const line = document.createElement("div");
    line.className = "row";
    const [range, number] = ["range", "number"].map((type) => Object.assign(document.createElement("input"), { type, step: "any" }));
    const reach = Math.max(1, Math.abs(vector[place]) * 2);
    Object.assign(range, { min: -reach, max: reach, step: reach / 200, value: vector[place] });
    number.value = Number(vector[place].toPrecision(6));
    range.setAttribute("aria-label", `${name}.${letter}`);
    number.setAttribute("aria-label", `${name}.${letter} as a number`);
    const set = (value, other) => {
      if (!Number.isFinite(value)) return;
      vector[place] = value;
      other.value = Number(value.toPrecision(6));
      this.values[name] = [...vector];
      this.changed();
    };
    range.addEventListener("input", () => set(range.valueAsNumber, number));
    number.addEventListener("input", () => set(number.valueAsNumber, range));
    line.append(letter, range, number);
    return line;
  }
}

// What comments of a program say of c[0], c[4]-c[7]: `# c[16]  direction to the light`.
function remarks(text) {
  const found = {};
  for (const [, first, last, said] of text.matchAll(/^[#\s]*c\[(\d+)\](?:\s*-\s*c\[(\d+)\])?\s{2,}(.*)$/gm)) {
    for (let number = Number(first); number <= Number(last ?? first) && number < 512; number++) {
      found[`c[${number}]`] = said;
    }
  }
  return found;
}

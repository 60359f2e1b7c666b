"use strict";
// The picture: a mesh drawn by the two programs, turned by hand, and the values of one of its vertices.

const EMPTY = "#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() { color = vec4(0.0); }\n";
const STATE = {
  depth: ["LESS", true], blend: null, cull: null, front: "CCW", mask: [true, true, true, true], offset: null,
  stencil: null, scissor: null, viewport: null, range: [0, 1],
};
//: The current values of attributes: 0, 0, 0, 1, and white for colours.
const CURRENT = new Float32Array(64).map((_, at) => Number(at % 4 === 3 || (at >= 12 && at < 15)));

class Picture {
  constructor(canvas, data, parameters, picked) {
    Object.assign(this, { canvas, parameters, picked, dot: canvas.nextElementSibling, angle: 0.6, height: 0.35, distance: 3.4, facts: null, vertex: 0 });
    this.renderer = new Renderer(canvas, { alpha: false, preserveDrawingBuffer: true });
    const floats = (place, count) => new Float32Array(data.buffer, place, count);
    this.meshes = Object.fromEntries(Object.entries(stock.meshes).map(([name, row]) => [name, {
      vertices: row.vertices,
      ...this.renderer.mesh({
        ...row,
        attributes: row.attributes.map(([number, size, place]) => [number, size, floats(place, size * row.vertices)]),
        indices: new Uint32Array(data.buffer, ...row.indices),
      }),
    }]));
    this.textures = Object.fromEntries(Object.entries(stock.textures).map(([target, row]) => [target, this.renderer.texture({
      ...row,
      levels: row.levels.map(([width, height, depth, layers, place, count]) =>
        [width, height, depth, layers, data.subarray(place, place + count)]),
    })]));
    this.listen();
  }

  // Take other shaders, or none; throws what the browser's compiler says.
  take(facts) {
    this.facts = null;
    this.dot.hidden = true;
    this.clear();
    if (!facts) return;
    for (const [unit, , target, compares] of facts.samplers) {
      if (compares || !this.textures[target]) throw new Error(`There is no ${target} texture here for unit ${unit}.`);
    }
    this.program = this.renderer.program(facts);
    this.capture = this.renderer.program({ vertex: facts.feedback, fragment: EMPTY }, facts.results.map(([, name]) => name));
    this.facts = facts;
    this.draw();
  }

  show(name) {
    this.mesh = this.meshes[name];
    this.vertex = Math.min(this.vertex, this.mesh.vertices - 1);
    this.draw();
  }

  get view() {
    return {
      modelview: matrices.orbit(this.distance, this.angle, this.height),
      projection: matrices.perspective(40, this.canvas.width / this.canvas.height, 0.1, 100),
    };
  }

  clear() {
    this.renderer.begin(null, null, [0.063, 0.071, 0.086, 1], false);
  }

  bind(program) {
    const view = this.view;
    const { blocks, samplers } = this.facts;
    this.renderer.bind(
      program, this.mesh,
      blocks.map(([name, registers]) => [name, this.parameters.block(registers, view)]),
      program === this.program ? samplers.map(([, name, target]) => [name, this.textures[target], false]) : [],
      new Uint8Array(CURRENT.buffer),
    );
  }

  draw() {
    if (!this.facts || !this.mesh) return;
    this.clear();
    this.renderer.state(STATE);
    this.bind(this.program);
    this.renderer.draw(this.mesh);
    this.tell();
  }

  // Where among the results the position is.
  get position() {
    return this.facts.results.findIndex(([, name]) => name === "HPOS");
  }

  // Results of all vertices, by transform feedback: floats, vector after vector.
  results() {
    this.bind(this.capture);
    return this.renderer.capture(this.mesh, this.mesh.vertices, 4 * this.facts.results.length);
  }

  tell() {
    const { results } = this.facts;
    const all = this.results();
    const start = this.vertex * 4 * results.length;
    const [x, y, , w] = all.subarray(start + 4 * this.position, start + 4 * this.position + 4);
    const seen = this.position >= 0 && w > 0 && Math.abs(x) < w && Math.abs(y) < w;
    this.dot.hidden = !seen;
    if (seen) [this.dot.style.left, this.dot.style.top] = [`${50 + (50 * x) / w}%`, `${50 - (50 * y) / w}%`];
    this.picked(this.vertex, results.map(([, name], place) =>
      [name, [...all.subarray(start + 4 * place, start + 4 * place + 4)]]));
  }

  // The vertex nearest to a place of the canvas, from -1 to 1, those in front first.
  pick(x, y) {
    const { results } = this.facts;
    if (this.position < 0) return;
    const all = this.results();
    let best = Infinity;
    for (let vertex = 0; vertex < this.mesh.vertices; vertex++) {
      const at = vertex * 4 * results.length + 4 * this.position;
      const w = all[at + 3];
      if (w <= 0) continue;
      const away = Math.hypot(all[at] / w - x, all[at + 1] / w - y) + 0.05 * (all[at + 2] / w);
      if (away < best) [best, this.vertex] = [away, vertex];
    }
    this.draw();
  }

  listen() {
    let from = null;
    let moved = 0;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      moved = 0;
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [across, down] = [event.clientX - from[0], event.clientY - from[1]];
      moved += Math.abs(across) + Math.abs(down);
      from = [event.clientX, event.clientY];
      this.turn(-across / 120, down / 120);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      from = null;
      if (moved > 4 || !this.facts) return;
      const box = this.canvas.getBoundingClientRect();
      this.pick((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
    });
    this.canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
      const nearer = { "+": 0.9, "-": 1.1 }[event.key];
      if (!step && !nearer) return;
      this.distance = Math.min(20, Math.max(1.5, this.distance * (nearer ?? 1)));
      this.turn(...(step ?? [0, 0]));
      event.preventDefault();
    });
  }

  turn(across, up) {
    this.angle += across;
    this.height = Math.min(1.5, Math.max(-1.5, this.height + up));
    this.draw();
  }
}

"use strict";
// Plays the frames of `scene`, which the script beside this one holds.

class Player {
  constructor(canvas, data, options) {
    [canvas.width, canvas.height] = scene.size;
    this.renderer = new Renderer(canvas, { stencil: true, preserveDrawingBuffer: true, ...options });
    this.bytes = (place, count) => data.subarray(place, place + count);
    const kinds = { FLOAT: Float32Array, INT: Int32Array };
    this.programs = scene.programs.map((row) => this.renderer.program(row));
    this.meshes = scene.meshes.map((row) => this.renderer.mesh({
      ...row,
      attributes: row.attributes.map(([number, size, place, kind]) =>
        [number, size, new kinds[kind](data.buffer, place, size * row.vertices)]),
      indices: row.indices && new Uint32Array(data.buffer, ...row.indices),
    }));
    this.textures = scene.textures.map((row) => this.renderer.texture({
      ...row,
      levels: row.levels.map(([width, height, depth, layers, place, count]) =>
        [width, height, depth, layers, this.bytes(place, count)]),
    }));
    this.restart();
  }

  // Targets as they are before the first frame.
  restart() {
    this.targets ??= Object.fromEntries(
      Object.entries(scene.targets).map(([name, facts]) => [name, this.renderer.target(facts)]));
    this.last = -1;
  }

  // Draw a frame, counted from the first; what targets keep is drawn first.
  show(frame) {
    if (scene.kept) {
      if (frame <= this.last) this.restart();
      for (let before = this.last + 1; before < frame; before++) this.passes(scene.frames[before]);
    }
    this.passes(scene.frames[frame]);
    this.renderer.opaque();
    this.last = frame;
  }

  passes(rows) {
    for (const row of rows) {
      const target = row.target === null ? null : this.targets[row.target];
      this.renderer.begin(target, row.layer, row.clear, row.feedback);
      for (const draw of row.draws) this.draw(draw);
      this.renderer.end(target);
    }
  }

  draw(row) {
    const { samplers } = scene.programs[row.program];
    const images = new Map(row.textures.map(([unit, name, output]) =>
      [unit, typeof name === "number" ? this.textures[name] : this.renderer.image(this.targets[name], output)]));
    this.renderer.state(scene.states[row.state]);
    this.renderer.bind(
      this.programs[row.program],
      this.meshes[row.mesh],
      row.blocks.map(([name, place, count]) => [name, this.bytes(place, count)]),
      samplers.map(([unit, name, compares]) => [name, images.get(unit), compares]),
      this.bytes(row.current, 256),
    );
    this.renderer.draw(this.meshes[row.mesh], row.instances);
  }
}

// The page: a picture, and a bar that plays it. The address may hold frame=N and antialias=off.
let player = null;
async function start() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const canvas = document.querySelector("canvas");
  const [play, bar, shown] = ["play", "bar", "shown"].map((name) => document.getElementById(name));
  document.title = document.querySelector("h1").textContent = scene.title;
  canvas.style.aspectRatio = scene.size.join(" / ");
  canvas.style.maxWidth = `min(100%, ${scene.size[0]}px, calc((100vh - 8rem) * ${scene.size[0] / scene.size[1]}))`;
  bar.max = scene.frames.length - 1;
  player = new Player(canvas, await unpacked(scene.data), { antialias: asked.get("antialias") !== "off" });
  let began = 0, playing = false;
  const show = (frame) => {
    player.show(frame);
    bar.value = frame;
    shown.textContent = `frame ${scene.first + frame}, ${(((scene.first + frame) / scene.fps)).toFixed(2)} s`;
  };
  const tick = (now) => {
    if (!playing) return;
    // A frame's time may lie a little before the call that asked for it.
    const due = Math.max(0, Math.floor(((now - began) / 1000) * scene.fps));
    // What lives on from frame to frame is drawn frame by frame.
    const next = scene.kept ? (player.last + 1) % scene.frames.length : due % scene.frames.length;
    if (due !== tick.due) show(next);
    tick.due = due;
    requestAnimationFrame(tick);
  };
  const toggle = (on) => {
    playing = on && scene.frames.length > 1;
    play.textContent = playing ? "Pause" : "Play";
    began = performance.now() - (1000 * Number(bar.value)) / scene.fps;
    if (playing) requestAnimationFrame(tick);
  };
  play.addEventListener("click", () => toggle(!playing));
  bar.addEventListener("input", () => {
    toggle(false);
    show(Number(bar.value));
  });
  document.querySelector(".controls").hidden = scene.frames.length < 2;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  show(asked.has("frame") ? Math.max(0, Math.min(Number(asked.get("frame")) - scene.first, scene.frames.length - 1)) : 0);
  toggle(!asked.has("frame") && !still);
}

start().catch((error) => {
  const said = document.getElementById("said");
  said.textContent = error.message;
  said.hidden = false;
});

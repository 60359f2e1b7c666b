"use strict";
// Draws in WebGL 2 what nvrender's translations and their uniform blocks say.

class Renderer {
  constructor(canvas, options) {
    const gl = canvas.getContext("webgl2", options);
    if (!gl) throw new Error("This browser has no WebGL 2.");
    this.gl = gl;
    this.blocks = new Map();
    gl.getExtension("EXT_color_buffer_float");
    gl.getExtension("OES_texture_float_linear");
    this.anisotropic = gl.getExtension("EXT_texture_filter_anisotropic");
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  // A linked program; `captured` are the outputs that transform feedback takes.
  program({ vertex, fragment }, captured = null) {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    if (captured) gl.transformFeedbackVaryings(program, captured, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const inputs = [];
    for (let index = 0; index < gl.getProgramParameter(program, gl.ACTIVE_ATTRIBUTES); index++) {
      const { name, type } = gl.getActiveAttrib(program, index);
      const place = gl.getAttribLocation(program, name);
      if (place >= 0) inputs.push([place, type]);
    }
    const blocks = new Map();
    for (let index = 0; index < gl.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS); index++) {
      gl.uniformBlockBinding(program, index, index);
      const size = gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_DATA_SIZE);
      blocks.set(gl.getActiveUniformBlockName(program, index), [index, size]);
    }
    return { program, inputs, blocks };
  }

  // Vertices: `attributes` are [number, components, Float32Array or Int32Array], `indices` a Uint32Array or null.
  mesh({ attributes, indices, vertices, primitive }) {
    const gl = this.gl;
    const buffer = (target, data) => {
      const made = gl.createBuffer();
      gl.bindBuffer(target, made);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      return made;
    };
    gl.bindVertexArray(null);
    return {
      attributes: new Map(attributes.map(([number, size, data]) => 
        [number, [size, buffer(gl.ARRAY_BUFFER, data), data instanceof Int32Array ? gl.INT : gl.FLOAT]])),
      indices: indices && buffer(gl.ELEMENT_ARRAY_BUFFER, indices),
      count: indices ? indices.length : vertices,
      mode: gl[primitive],
    };
  }

  // A texture: `levels` are [width, height, depth, layers, bytes].
  texture({ target, format, levels, wraps, filters, anisotropy = 1 }) {
    const gl = this.gl;
    const [kind, type] = {
      RGBA8: [Uint8Array, gl.UNSIGNED_BYTE], SRGB8_ALPHA8: [Uint8Array, gl.UNSIGNED_BYTE],
      RGBA16F: [Uint16Array, gl.HALF_FLOAT], RGBA32F: [Float32Array, gl.FLOAT],
    }[format];
    const texture = gl.createTexture();
    gl.bindTexture(gl[target], texture);
    levels.forEach(([width, height, depth, layers, bytes], level) => {
      const data = new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT);
      if (target === "TEXTURE_CUBE_MAP") {
        for (let face = 0; face < 6; face++) {
          const part = data.subarray((face * data.length) / 6, ((face + 1) * data.length) / 6);
          gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, level, gl[format], width, height, 0, gl.RGBA, type, part);
        }
      } else if (target === "TEXTURE_2D") {
        gl.texImage2D(gl.TEXTURE_2D, level, gl[format], width, height, 0, gl.RGBA, type, data);
      } else {
        const deep = target === "TEXTURE_3D" ? depth : layers;
        gl.texImage3D(gl[target], level, gl[format], width, height, deep, 0, gl.RGBA, type, data);
      }
    });
    gl.texParameteri(gl[target], gl.TEXTURE_MAX_LEVEL, levels.length - 1);
    this.sampling(target, wraps, filters);
    if (this.anisotropic && anisotropy > 1) {
      const most = gl.getParameter(this.anisotropic.MAX_TEXTURE_MAX_ANISOTROPY_EXT);
      gl.texParameterf(gl[target], this.anisotropic.TEXTURE_MAX_ANISOTROPY_EXT, Math.min(anisotropy, most));
    }
    return { target, texture };
  }

  sampling(target, wraps, filters) {
    const gl = this.gl;
    gl.texParameteri(gl[target], gl.TEXTURE_MIN_FILTER, gl[filters[0]]);
    gl.texParameteri(gl[target], gl.TEXTURE_MAG_FILTER, gl[filters[1]]);
    ["S", "T", "R"].forEach((axis, place) => {
      if (wraps[place]) gl.texParameteri(gl[target], gl["TEXTURE_WRAP_" + axis], gl[wraps[place]]);
    });
  }

  // What passes draw into, with a depth; a target that reads itself has two copies.
  target(facts) {
    return { ...facts, copies: [this.copy(facts), null], now: 0 };
  }

  copy(facts) {
    const gl = this.gl;
    const [width, height] = facts.size;
    const image = (target, format, filters) => {
      const texture = gl.createTexture();
      gl.bindTexture(gl[target], texture);
      const count = filters[0].includes("MIPMAP") ? 1 + Math.floor(Math.log2(Math.max(width, height))) : 1;
      if (target === "TEXTURE_2D_ARRAY") gl.texStorage3D(gl[target], count, format, width, height, facts.layers);
      else gl.texStorage2D(gl[target], count, format, width, height);
      this.sampling(target, [facts.wrap, facts.wrap, facts.wrap], filters);
      return { target, texture };
    };
    const colors = [];
    for (let output = 0; output < facts.outputs; output++) {
      colors.push(image(facts.target, gl[facts.format], facts.filters));
    }
    const flat = facts.target === "TEXTURE_2D";
    const depth = flat ? image("TEXTURE_2D", gl.DEPTH24_STENCIL8, ["NEAREST", "NEAREST"]) : null;
    const buffers = [];
    for (let layer = 0; layer < facts.layers; layer++) {
      const framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      colors.forEach(({ target, texture }, output) => {
        const place = gl.COLOR_ATTACHMENT0 + output;
        if (target === "TEXTURE_2D_ARRAY") gl.framebufferTextureLayer(gl.FRAMEBUFFER, place, texture, 0, layer);
        else {
          const face = flat ? gl.TEXTURE_2D : gl.TEXTURE_CUBE_MAP_POSITIVE_X + layer;
          gl.framebufferTexture2D(gl.FRAMEBUFFER, place, face, texture, 0);
        }
      });
      gl.drawBuffers(colors.map((_, output) => gl.COLOR_ATTACHMENT0 + output));
      if (depth) {
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.TEXTURE_2D, depth.texture, 0);
      } else {
        const room = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, room);
        gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH24_STENCIL8, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, room);
      }
      if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) {
        throw new Error(`This browser cannot draw into ${facts.format} textures.`);
      }
      buffers.push(framebuffer);
    }
    return { colors, depth, buffers };
  }

  // Begin to draw into a target, null for the canvas; `clear` null keeps the colours.
  begin(target, layer, clear, feedback) {
    const gl = this.gl;
    if (target) {
      const before = target.copies[target.now];
      if (feedback) {
        target.now = 1 - target.now;
        target.copies[target.now] ??= this.copy(target);
      }
      const drawn = target.copies[target.now];
      target.read = feedback ? before : drawn;
      gl.bindFramebuffer(gl.FRAMEBUFFER, drawn.buffers[layer ?? 0]);
      this.size = target.size;
    } else {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      this.size = [gl.canvas.width, gl.canvas.height];
    }
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.stencilMask(255);
    gl.clearColor(...(clear ?? [0, 0, 0, 0]));
    gl.clear(gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT | (clear ? gl.COLOR_BUFFER_BIT : 0));
  }

  end(target) {
    const gl = this.gl;
    if (!target) return;
    target.read = null;
    if (!target.filters[0].includes("MIPMAP")) return;
    for (const { target: kind, texture } of target.copies[target.now].colors) {
      gl.bindTexture(gl[kind], texture);
      gl.generateMipmap(gl[kind]);
    }
  }

  // The canvas is opaque, whatever alphas were drawn and blended with.
  opaque() {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(false, false, false, true);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  // The image of a target that draws read: the number of a colour, or "depth".
  image(target, output) {
    const copy = target.read ?? target.copies[target.now];
    return output === "depth" ? { ...copy.depth, depth: target } : copy.colors[output];
  }

  state({ depth, blend, cull, front, mask, offset, stencil, scissor, viewport, range }) {
    const gl = this.gl;
    const able = (what, on) => (on ? gl.enable(gl[what]) : gl.disable(gl[what]));
    able("DEPTH_TEST", depth);
    if (depth) {
      gl.depthFunc(gl[depth[0]]);
      gl.depthMask(depth[1]);
    }
    able("BLEND", blend);
    if (blend) {
      gl.blendColor(...blend.color);
      gl.blendFuncSeparate(...blend.factors.map((name) => gl[name]));
      gl.blendEquationSeparate(...blend.equations.map((name) => gl[name]));
    }
    able("CULL_FACE", cull);
    if (cull) gl.cullFace(gl[cull]);
    gl.frontFace(gl[front]);
    gl.colorMask(...mask);
    able("POLYGON_OFFSET_FILL", offset);
    if (offset) gl.polygonOffset(...offset);
    able("STENCIL_TEST", stencil);
    (stencil ?? []).forEach((row, place) => {
      const face = [gl.FRONT, gl.BACK][place];
      gl.stencilFuncSeparate(face, gl[row.function[0]], row.function[1], row.function[2]);
      gl.stencilOpSeparate(face, ...row.operations.map((name) => gl[name]));
      gl.stencilMaskSeparate(face, row.mask);
    });
    able("SCISSOR_TEST", scissor);
    if (scissor) gl.scissor(...scissor);
    gl.viewport(...(viewport ?? [0, 0, ...this.size]));
    gl.depthRange(...range);
  }

  // Bind a program, its uniform blocks [name, bytes], its textures [name, image, compares], and a mesh.
  bind(program, mesh, blocks, textures, current) {
    const gl = this.gl;
    gl.useProgram(program.program);
    for (const [name, bytes] of blocks) {
      if (!program.blocks.has(name)) continue;
      const [point, size] = program.blocks.get(name);
      const whole = new Uint8Array(size);
      whole.set(bytes.subarray(0, size));
      if (!this.blocks.has(point)) this.blocks.set(point, gl.createBuffer());
      gl.bindBufferBase(gl.UNIFORM_BUFFER, point, this.blocks.get(point));
      gl.bufferData(gl.UNIFORM_BUFFER, whole, gl.DYNAMIC_DRAW);
    }
    // Where points lie, for texture coordinates of their own.
    const [least, most] = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE);
    gl.uniform4f(gl.getUniformLocation(program.program, "sprite_viewport"), ...gl.getParameter(gl.VIEWPORT));
    gl.uniform4f(gl.getUniformLocation(program.program, "sprite_limits"), least, most, this.size[1], 0);
    textures.forEach(([name, { target, texture, depth }, compares], unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl[target], texture);
      if (depth) {
        const filter = compares ? depth.filters[1] : "NEAREST";
        const mode = compares ? gl.COMPARE_REF_TO_TEXTURE : gl.NONE;
        this.sampling(target, [depth.wrap, depth.wrap], [filter, filter]);
        gl.texParameteri(gl[target], gl.TEXTURE_COMPARE_MODE, mode);
        gl.texParameteri(gl[target], gl.TEXTURE_COMPARE_FUNC, gl[depth.compare]);
      }
      gl.uniform1i(gl.getUniformLocation(program.program, name), unit);
    });
    gl.activeTexture(gl.TEXTURE0);
    for (let place = 0; place < 16; place++) gl.disableVertexAttribArray(place);
    for (const [place, type] of program.inputs) {
      const words = { [gl.INT_VEC4]: [Int32Array, "vertexAttribI4iv"], [gl.UNSIGNED_INT_VEC4]: [Uint32Array, "vertexAttribI4uiv"] };
      const given = mesh.attributes.get(place);
      if (given) {
        gl.bindBuffer(gl.ARRAY_BUFFER, given[1]);
        gl.enableVertexAttribArray(place);
        // Integers are converted where the shader reads floats.
        if (words[type]) gl.vertexAttribIPointer(place, given[0], given[2], 0, 0);
        else gl.vertexAttribPointer(place, given[0], given[2], false, 0, 0);
      } else {
        const [kind, call] = words[type] ?? [Float32Array, "vertexAttrib4fv"];
        gl[call](place, new kind(current.buffer, current.byteOffset + 16 * place, 4));
      }
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.indices);
  }

  draw(mesh, instances = 1) {
    const gl = this.gl;
    if (mesh.indices) gl.drawElementsInstanced(mesh.mode, mesh.count, gl.UNSIGNED_INT, 0, instances);
    else gl.drawArraysInstanced(mesh.mode, 0, mesh.count, instances);
  }

  // What the vertex stage of a program made to capture writes for every vertex of a mesh: `words` floats each.
  capture(mesh, vertices, words) {
    const gl = this.gl;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, vertices * words * 4, gl.STREAM_READ);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, vertices);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    const found = new Uint32Array(vertices * words);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, found);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.deleteBuffer(buffer);
    return new Float32Array(found.buffer);
  }
}

// Base64 of deflated bytes.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

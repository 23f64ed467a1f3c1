// SPDX-License-Identifier: MIT
// OpenGL ES 3.0 for a module, by WebGL2: the functions of apps/gl/functions.h under their names. Objects of WebGL get
// numbers, as OpenGL has them; 0 is none.
import type { Imports } from "./module.js";

/// Objects of one kind, by number.
class Numbers<T> {
  private readonly objects: (T | null)[] = [null];

  add(object: T | null): number {
    if (object === null) return 0;
    return this.objects.push(object) - 1;
  }

  get(number: number): T | null {
    return this.objects[number] ?? null;
  }

  take(number: number): T | null {
    const object = this.get(number);
    if (object !== null) this.objects[number] = null;
    return object;
  }
}

const UNMASKED_RENDERER = 0x9246;

export function webglImports(gl: WebGL2RenderingContext, memory: () => WebAssembly.Memory): Imports {
  // Pictures in floats, and smooth ones, are extensions; what is not there the module finds out by trying.
  for (const extension of ["EXT_color_buffer_float", "EXT_color_buffer_half_float", "EXT_float_blend", "OES_texture_float_linear"]) {
    gl.getExtension(extension);
  }
  const textures = new Numbers<WebGLTexture>();
  const buffers = new Numbers<WebGLBuffer>();
  const framebuffers = new Numbers<WebGLFramebuffer>();
  const vertexArrays = new Numbers<WebGLVertexArrayObject>();
  const shaders = new Numbers<WebGLShader>();
  const programs = new Numbers<WebGLProgram>();
  const locations = new Numbers<WebGLUniformLocation>();
  const located = new Map<number, Map<string, number>>(); // of each program; the renderer asks in every frame

  const u8 = () => new Uint8Array(memory().buffer);
  const u32 = () => new Uint32Array(memory().buffer);
  const f32 = () => new Float32Array(memory().buffer);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();

  const text = (at: number, length = u8().indexOf(0, at) - at) => decoder.decode(u8().slice(at, at + length));
  const putText = (words: string, into: number, room: number, length = 0) => {
    const bytes = encoder.encode(words).subarray(0, Math.max(0, room - 1));
    u8().set(bytes, into);
    u8()[into + bytes.length] = 0;
    if (length !== 0) u32()[length >> 2] = bytes.length;
  };
  const make = <T>(count: number, into: number, kind: Numbers<T>, create: () => T) => {
    for (let i = 0; i < count; i++) u32()[(into >> 2) + i] = kind.add(create());
  };
  const drop = <T>(count: number, from: number, kind: Numbers<T>, destroy: (object: T | null) => void) => {
    for (let i = 0; i < count; i++) destroy(kind.take(u32()[(from >> 2) + i]!));
  };
  /// Memory as pixels of a type, and where they begin in it.
  const pixels = (type: number, at: number): [ArrayBufferView, number] => {
    const buffer = memory().buffer;
    switch (type) {
      case gl.BYTE:
        return [new Int8Array(buffer), at];
      case gl.HALF_FLOAT:
      case gl.UNSIGNED_SHORT:
        return [new Uint16Array(buffer), at >> 1];
      case gl.FLOAT:
        return [new Float32Array(buffer), at >> 2];
      case gl.UNSIGNED_INT:
      case gl.UNSIGNED_INT_24_8:
        return [new Uint32Array(buffer), at >> 2];
      default:
        return [new Uint8Array(buffer), at];
    }
  };
  const named = (value: unknown) => (value === true ? 1 : value === false ? 0 : Number(value));

  const functions: Record<string, (...values: any[]) => unknown> = {
    ActiveTexture: (unit) => gl.activeTexture(unit),
    AttachShader: (program, shader) => gl.attachShader(programs.get(program)!, shaders.get(shader)!),
    BindAttribLocation: (program, index, name) => gl.bindAttribLocation(programs.get(program)!, index, text(name)),
    BindBuffer: (target, buffer) => gl.bindBuffer(target, buffers.get(buffer)),
    BindFramebuffer: (target, framebuffer) => gl.bindFramebuffer(target, framebuffers.get(framebuffer)),
    BindTexture: (target, texture) => gl.bindTexture(target, textures.get(texture)),
    BindVertexArray: (array) => gl.bindVertexArray(vertexArrays.get(array)),
    BlendFunc: (source, destination) => gl.blendFunc(source, destination),
    BlitFramebuffer: (...values) => gl.blitFramebuffer(...(values as Parameters<typeof gl.blitFramebuffer>)),
    BufferData: (target, size, data, usage) =>
      data === 0 || size === 0 ? gl.bufferData(target, size, usage) : gl.bufferData(target, u8(), usage, data, size),
    CheckFramebufferStatus: (target) => gl.checkFramebufferStatus(target),
    Clear: (mask) => gl.clear(mask),
    ClearBufferfv: (buffer, index, value) => gl.clearBufferfv(buffer, index, f32(), value >> 2),
    ClearColor: (r, g, b, a) => gl.clearColor(r, g, b, a),
    CompileShader: (shader) => gl.compileShader(shaders.get(shader)!),
    CreateProgram: () => programs.add(gl.createProgram()),
    CreateShader: (type) => shaders.add(gl.createShader(type)),
    DeleteBuffers: (count, from) => drop(count, from, buffers, (object) => gl.deleteBuffer(object)),
    DeleteFramebuffers: (count, from) => drop(count, from, framebuffers, (object) => gl.deleteFramebuffer(object)),
    DeleteProgram: (program) => {
      for (const location of located.get(program)?.values() ?? []) locations.take(location);
      located.delete(program);
      gl.deleteProgram(programs.take(program));
    },
    DeleteShader: (shader) => gl.deleteShader(shaders.take(shader)),
    DeleteTextures: (count, from) => drop(count, from, textures, (object) => gl.deleteTexture(object)),
    DeleteVertexArrays: (count, from) => drop(count, from, vertexArrays, (object) => gl.deleteVertexArray(object)),
    DepthFunc: (kind) => gl.depthFunc(kind),
    DepthMask: (on) => gl.depthMask(on !== 0),
    Disable: (what) => gl.disable(what),
    DrawArrays: (mode, first, count) => gl.drawArrays(mode, first, count),
    DrawElementsInstanced: (mode, count, type, offset, instances) =>
      gl.drawElementsInstanced(mode, count, type, offset, instances),
    Enable: (what) => gl.enable(what),
    EnableVertexAttribArray: (index) => gl.enableVertexAttribArray(index),
    // A page never waits for the card: pictures are shown when they are done.
    Finish: () => gl.flush(),
    FramebufferTexture2D: (target, attachment, kind, texture, level) =>
      gl.framebufferTexture2D(target, attachment, kind, textures.get(texture), level),
    FramebufferTextureLayer: (target, attachment, texture, level, layer) =>
      gl.framebufferTextureLayer(target, attachment, textures.get(texture), level, layer),
    GenBuffers: (count, into) => make(count, into, buffers, () => gl.createBuffer()),
    GenerateMipmap: (target) => gl.generateMipmap(target),
    GenFramebuffers: (count, into) => make(count, into, framebuffers, () => gl.createFramebuffer()),
    GenTextures: (count, into) => make(count, into, textures, () => gl.createTexture()),
    GenVertexArrays: (count, into) => make(count, into, vertexArrays, () => gl.createVertexArray()),
    GetError: () => gl.getError(),
    GetIntegerv: (what, into) => (u32()[into >> 2] = named(gl.getParameter(what))),
    GetProgramInfoLog: (program, room, length, into) =>
      putText(gl.getProgramInfoLog(programs.get(program)!) ?? "", into, room, length),
    GetProgramiv: (program, what, into) => (u32()[into >> 2] = named(gl.getProgramParameter(programs.get(program)!, what))),
    GetShaderInfoLog: (shader, room, length, into) =>
      putText(gl.getShaderInfoLog(shaders.get(shader)!) ?? "", into, room, length),
    GetShaderiv: (shader, what, into) => (u32()[into >> 2] = named(gl.getShaderParameter(shaders.get(shader)!, what))),
    // OpenGL says -1 for none, and WebGL nothing; both take it and do nothing.
    GetUniformLocation: (program, name) => {
      const known = located.get(program) ?? new Map<string, number>();
      located.set(program, known);
      const words = text(name);
      if (!known.has(words)) {
        const location = gl.getUniformLocation(programs.get(program)!, words);
        known.set(words, location === null ? -1 : locations.add(location));
      }
      return known.get(words)!;
    },
    LinkProgram: (program) => gl.linkProgram(programs.get(program)!),
    PixelStorei: (what, value) => gl.pixelStorei(what, value),
    ReadPixels: (x, y, w, h, format, type, into) => gl.readPixels(x, y, w, h, format, type, ...pixels(type, into)),
    Scissor: (x, y, w, h) => gl.scissor(x, y, w, h),
    ShaderSource: (shader, count, strings, lengths) => {
      let source = "";
      for (let i = 0; i < count; i++) {
        const length = lengths === 0 ? -1 : (u32()[(lengths >> 2) + i]! | 0);
        const at = u32()[(strings >> 2) + i]!;
        source += length < 0 ? text(at) : text(at, length);
      }
      gl.shaderSource(shaders.get(shader)!, source);
    },
    TexImage2D: (target, level, kind, w, h, border, format, type, data) =>
      data === 0
        ? gl.texImage2D(target, level, kind, w, h, border, format, type, null)
        : gl.texImage2D(target, level, kind, w, h, border, format, type, ...pixels(type, data)),
    TexImage3D: (target, level, kind, w, h, d, border, format, type, data) =>
      data === 0
        ? gl.texImage3D(target, level, kind, w, h, d, border, format, type, null)
        : gl.texImage3D(target, level, kind, w, h, d, border, format, type, ...pixels(type, data)),
    TexParameteri: (target, what, value) => gl.texParameteri(target, what, value),
    TexSubImage2D: (target, level, x, y, w, h, format, type, data) =>
      gl.texSubImage2D(target, level, x, y, w, h, format, type, ...pixels(type, data)),
    TexSubImage3D: (target, level, x, y, z, w, h, d, format, type, data) =>
      gl.texSubImage3D(target, level, x, y, z, w, h, d, format, type, ...pixels(type, data)),
    Uniform1f: (at, x) => gl.uniform1f(locations.get(at), x),
    Uniform1i: (at, x) => gl.uniform1i(locations.get(at), x),
    Uniform2f: (at, x, y) => gl.uniform2f(locations.get(at), x, y),
    Uniform3fv: (at, count, from) => gl.uniform3fv(locations.get(at), f32(), from >> 2, 3 * count),
    Uniform4fv: (at, count, from) => gl.uniform4fv(locations.get(at), f32(), from >> 2, 4 * count),
    UniformMatrix4fv: (at, count, turned, from) =>
      gl.uniformMatrix4fv(locations.get(at), turned !== 0, f32(), from >> 2, 16 * count),
    UseProgram: (program) => gl.useProgram(programs.get(program)),
    VertexAttribDivisor: (index, divisor) => gl.vertexAttribDivisor(index, divisor),
    VertexAttribPointer: (index, size, type, normalised, stride, offset) =>
      gl.vertexAttribPointer(index, size, type, normalised !== 0, stride, offset),
    Viewport: (x, y, w, h) => gl.viewport(x, y, w, h),
    renderer: (into, room) => {
      const open = gl.getExtension("WEBGL_debug_renderer_info") !== null;
      putText(String(gl.getParameter(open ? UNMASKED_RENDERER : gl.RENDERER)), into, room);
    },
  };
  return functions as Imports;
}

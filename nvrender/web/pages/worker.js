// Python and nvrender, apart from the page, which stays responsive.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const indexURL = new URL("pyodide/", self.location.href).href;
const BRIDGE = "from nvrender.web.playground.bridge import answer; answer";
// Bytes of a page of WebAssembly's memory.
const PAGE = 65536;

// The memory of a Python that has nvrender; an empty file where none could be made.
async function restored() {
  const packed = await fetch("nvrender.memory");
  const memory = new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  // What lies before the memory itself, as its second word says.
  const size = memory.length - new Uint32Array(memory.buffer, 0, 2)[1];
  const createPyodideModule = (settings) => {
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, done) => instantiateWasm(imports, (instance, module) => {
      const own = instance.exports.memory;
      own.grow(Math.max(0, Math.ceil((size - own.buffer.byteLength) / PAGE)));
      done(instance, module);
    });
    return createModule(settings);
  };
  return loadPyodide({ indexURL, _loadSnapshot: memory, createPyodideModule });
}

async function built() {
  const archive = fetch("nvrender.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL });
  postMessage({ status: "Loading nvrender…" });
  python.unpackArchive(await archive, "zip", { extractDir: "/nvrender" });
  python.runPython("import sys; sys.path.insert(0, '/nvrender')");
  return python;
}

const ready = restored().catch(built).then((python) => python.runPython(BRIDGE));

self.onmessage = async ({ data: { number, question } }) => {
  try {
    const answer = await ready;
    postMessage({ number, answer: JSON.parse(answer(JSON.stringify(question))) });
  } catch (error) {
    postMessage({ number, error: String(error.message).trim().split("\n").pop() });
  }
};

// Python and nvrender, apart from the page, which stays responsive.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const archive = fetch("nvrender.zip").then((answer) => answer.arrayBuffer());
const ready = (async () => {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href });
  postMessage({ status: "Loading nvrender…" });
  python.unpackArchive(await archive, "zip", { extractDir: "/nvrender" });
  return python.runPython(
    "import sys; sys.path.insert(0, '/nvrender'); from nvrender.web.playground.bridge import answer; answer");
})();

self.onmessage = async ({ data: { number, question } }) => {
  try {
    const answer = await ready;
    postMessage({ number, answer: JSON.parse(answer(JSON.stringify(question))) });
  } catch (error) {
    postMessage({ number, error: String(error.message).trim().split("\n").pop() });
  }
};

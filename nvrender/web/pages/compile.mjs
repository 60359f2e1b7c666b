// Compiles the modules of archives for the Python of the page, which is spared it:
// node compile.mjs PYODIDE ARCHIVE OUTPUT [ARCHIVE OUTPUT]…
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import io, zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc

def compiled(data):
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as given, zipfile.ZipFile(stream, "w") as made:
        for name in given.namelist():
            body = given.read(name)
            if name.endswith(".py"):
                body = _code_to_timestamp_pyc(compile(body, name, "exec", dont_inherit=True))
                name += "c"
            made.writestr(zipfile.ZipInfo(name), body)
    return stream.getvalue()

compiled
`;

const [folder, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: resolve(folder) });
const compiled = python.runPython(PROGRAM);
for (let place = 0; place < names.length; place += 2) {
  writeFileSync(names[place + 1], compiled(new Uint8Array(readFileSync(names[place]))).toJs());
}
process.exit(0);

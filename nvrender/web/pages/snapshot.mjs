// Writes the memory of the page's Python with nvrender imported, which starts it sooner than its modules do:
// node snapshot.mjs PYODIDE ARCHIVE QUESTIONS OUTPUT
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// What is imported later would be asked of files, which memory does not hold.
const PROGRAM = `
import sys
sys.path.insert(0, "/nvrender")
from contextlib import suppress
from importlib import import_module
from json import dumps, loads
from pkgutil import walk_packages
import nvrender
from nvrender.web.playground.bridge import answer

def asked(questions):
    for module in walk_packages(nvrender.__path__, "nvrender."):
        with suppress(ModuleNotFoundError):  # some evaluate programs, by rooms that are not in the page
            import_module(module.name)
    for question in loads(questions):
        answer(dumps(question))

asked
`;

const [folder, archive, questions, output] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: resolve(folder), _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/nvrender" });
const asked = python.runPython(PROGRAM);
asked(readFileSync(questions, "utf8"));
asked.destroy();
python.runPython("import gc; del asked, suppress, import_module, dumps, loads, walk_packages; gc.collect()");
writeFileSync(output, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
process.exit(0);

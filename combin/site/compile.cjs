// Compiles the modules of archives by the Python that will run them: node compile.cjs RUNTIME ARCHIVE COMPILED ...
const fs = require("node:fs");

const [runtime, ...paths] = process.argv.slice(2);

const PROGRAM = `
import importlib.util, marshal, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/archive.zip") as given, zipfile.ZipFile("/compiled.zip", "w") as made:
    for entry in given.infolist():
        name, data = entry.filename, given.read(entry)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True)
            name, data = name + "c", _code_to_hash_pyc(code, importlib.util.source_hash(data), False)
        made.writestr(zipfile.ZipInfo(name), data)
`;

(async () => {
  const { loadPyodide } = require(`${runtime}/pyodide.js`);
  const python = await loadPyodide({ indexURL: runtime, env: { PYTHONHASHSEED: "0" } });
  for (let place = 0; place < paths.length; place += 2) {
    python.FS.writeFile("/archive.zip", fs.readFileSync(paths[place]));
    python.runPython(PROGRAM);
    fs.writeFileSync(paths[place + 1], python.FS.readFile("/compiled.zip"));
  }
})();

// Python in a thread of its own: it loads the runtime and combin, and answers what the page asks. The runtime's own
// scripts stand before this one; whatever they would fetch, the page has brought.
{
  const TYPES = { "pyodide.asm.wasm": "application/wasm" };

  // The typesetter asks for the time zone by a script in a string. The policy of the page allows no such scripts, and
  // documents have no hour in them.
  globalThis.eval = (script) => {
    if (script === "Intl.DateTimeFormat().resolvedOptions().timeZone") return "UTC";
    throw new EvalError(`not allowed: ${script}`);
  };

  globalThis.fetch = (address) => unpacked(String(address).slice(HOME.length));

  const told = new Map();

  // What the page has been asked for; after a failure it can be asked for again.
  function brought(file) {
    if (!told.has(file)) {
      told.set(file, Promise.withResolvers());
      postMessage({ needs: file });
    }
    return told.get(file).promise;
  }

  async function unpacked(file) {
    const bytes = await brought(file);
    told.delete(file); // read once
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "Content-Type": TYPES[file] ?? "application/octet-stream" } });
  }

  let pyodide, answer, listed;

  async function install(one) {
    const archive = await (await unpacked(one.file)).arrayBuffer();
    pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  }

  const step = (name, done) => postMessage({ step: name, done });

  async function start(packages) {
    step("python", 5);
    listed = packages;
    const atOnce = listed.filter((one) => one.at_once);
    atOnce.forEach((one) => brought(one.file));
    pyodide = await loadPyodide({
      indexURL: HOME, stdLibURL: `${HOME}python_stdlib.zip`, createPyodideModule: _createPyodideModule, lockFileContents: LOCK,
    });
    step("packages", 65);
    for (const one of atOnce) await install(one);
    step("combin", 75);
    pyodide.runPython("import importlib; importlib.invalidate_caches()");
    answer = pyodide.pyimport("combin.site.bridge").answer;
    postMessage({ ready: true });
  }

  // A package that is not there yet is loaded, and the question asked again.
  async function ask(request) {
    const tried = new Set();
    for (;;) {
      const found = JSON.parse(answer(JSON.stringify(request)));
      const one = listed.find((known) => known.module === found.missing);
      if (!one || tried.has(one)) return found;
      tried.add(one);
      postMessage({ step: "package", module: one.module, bytes: one.bytes });
      await install(one);
      pyodide.runPython("import importlib; importlib.invalidate_caches()");
      postMessage({ step: "loaded" });
    }
  }

  // The last line of a traceback says what happened.
  const lastLine = (error) => String(error.message ?? error).trim().split("\n").pop();

  let queue = Promise.resolve();

  async function answered({ id, request }) {
    try {
      postMessage({ id, answer: await ask(request) });
    } catch (error) {
      const ended = error instanceof WebAssembly.RuntimeError; // Python cannot go on after that
      postMessage({ id, ended, answer: { error: { text: lastLine(error), line: null, place: [] } } });
    }
  }

  onmessage = ({ data }) => {
    if (data.packages) {
      queue = start(data.packages);
      queue.catch((error) => postMessage({ failed: lastLine(error) }));
    } else if (data.failed) {
      told.get(data.file).reject(new Error(data.failed));
      told.delete(data.file);
    } else if (data.file) {
      told.get(data.file).resolve(data.bytes);
    } else {
      queue = queue.then(() => answered(data));
      queue.catch(() => {}); // told already
    }
  };
}

// Python in a thread of its own: it loads the runtime and combin, and answers what the page asks.
import { loadPyodide } from "./python/pyodide.mjs";

// The typesetter asks for the time zone by a script in a string. The policy of the page allows no such scripts, and
// documents have no hour in them.
globalThis.eval = (script) => {
  if (script === "Intl.DateTimeFormat().resolvedOptions().timeZone") return "UTC";
  throw new EvalError(`not allowed: ${script}`);
};

const python = new URL("./python/", import.meta.url);

const bytes = async (file) => {
  const response = await fetch(new URL(file, python));
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
};

let pyodide, answer, listed;
const fetching = new Map();

// The bytes of a package, fetched once; after a failure they are asked for again.
function fetched(one) {
  if (!fetching.has(one.file)) {
    fetching.set(one.file, bytes(one.file).catch((error) => {
      fetching.delete(one.file);
      throw error;
    }));
  }
  return fetching.get(one.file);
}

function unpack(archive) {
  pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
}

const step = (name, done) => postMessage({ step: name, done });

async function start() {
  step("python", 5);
  const list = fetch(new URL("packages.json", python)).then((response) => response.json());
  const combin = bytes("combin.zip");
  const atOnce = list.then((found) => Promise.all(found.filter((one) => one.at_once).map(fetched)));
  pyodide = await loadPyodide({ indexURL: python.href });
  step("packages", 65);
  listed = await list;
  (await atOnce).forEach(unpack);
  unpack(await combin);
  step("combin", 75);
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  answer = pyodide.pyimport("combin.site.bridge").answer;
  postMessage({ ready: true });
  // Small packages that some answers need are fetched now, so that these come without a network too.
  for (const one of listed) if (!one.at_once && one.bytes < 1e7) fetched(one).catch(() => {});
}

// A package that is not there yet is loaded, and the question asked again.
async function ask(request) {
  const tried = new Set();
  for (;;) {
    const found = answer(JSON.stringify(request));
    const missing = JSON.parse(found).missing;
    const one = listed.find((known) => known.module === missing);
    if (!missing || !one || tried.has(missing)) return found;
    tried.add(missing);
    postMessage({ step: "package", module: missing, bytes: one.bytes });
    unpack(await fetched(one));
    pyodide.runPython("import importlib; importlib.invalidate_caches()");
    postMessage({ step: "loaded" });
  }
}

// The last line of a traceback says what happened.
const lastLine = (error) => String(error.message ?? error).trim().split("\n").pop();

const started = start().catch((error) => {
  postMessage({ failed: lastLine(error) });
  throw error;
});

let queue = started;
onmessage = ({ data }) => {
  queue = queue.catch(() => {}).then(async () => {
    await started;
    try {
      postMessage({ id: data.id, answer: JSON.parse(await ask(data.request)) });
    } catch (error) {
      const ended = error instanceof WebAssembly.RuntimeError; // Python cannot go on after that
      postMessage({ id: data.id, ended, answer: { error: { text: lastLine(error), line: null, place: [] } } });
    }
  }).catch(() => {});
};

// What the page knows of Python: whether it is there yet, and how to ask it.
export const events = new EventTarget();
export let ready = false;
let worker, last = 0;
const waiting = new Map();

const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));

export function start() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.ready) {
      ready = true;
      tell("ready");
    } else if (data.failed) {
      fail(data.failed);
    } else if (data.step) {
      tell("step", data);
    } else {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
      if (data.ended) {
        worker.terminate();
        ready = false;
        fail(data.answer.error.text);
        start();
      }
    }
  };
  worker.onerror = (event) => fail(event.message || "worker.js");
}

function fail(text) {
  tell("failed", text);
  for (const give of waiting.values()) give({ error: { text, line: null, place: [] } });
  waiting.clear();
}

// The answer to a question; while Python starts, questions wait.
export function ask(name, terms) {
  last += 1;
  const id = last;
  return new Promise((give) => {
    waiting.set(id, give);
    worker.postMessage({ id, request: { ask: name, ...terms } });
  });
}

// What the page knows of Python: whether it is there yet, what it is made of, and how to ask it.
import * as carried from "./carried.js";

export const events = new EventTarget();
const waiting = new Map();
let worker, there = false, last = 0;

export const ready = () => there;

const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));

// The worker comes out of a script too, as do the bytes that it is given: it has no address to read from.
export async function start() {
  try {
    const [packages, packed] = await Promise.all([carried.take("python/packages"), carried.bytes("python/worker")]);
    const program = await carried.through(packed, new DecompressionStream("gzip"));
    const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    worker = new Worker(address);
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => fail(event.message || "worker");
    worker.postMessage({ packages });
    for (const { question } of waiting.values()) worker.postMessage(question);
  } catch (error) {
    fail(error.message);
  }
}

function heard(data) {
  if (data.needs) {
    bring(data.needs);
  } else if (data.ready) {
    there = true;
    tell("ready");
  } else if (data.failed) {
    fail(data.failed);
  } else if (data.step) {
    tell("step", data);
  } else {
    waiting.get(data.id)?.give(data.answer);
    waiting.delete(data.id);
    if (data.ended) {
      worker.terminate();
      worker = null;
      there = false;
      fail(data.answer.error.text);
      start();
    }
  }
}

async function bring(file) {
  try {
    const bytes = await carried.bytes(`python/${file}`);
    worker.postMessage({ file, bytes }, [bytes.buffer]);
  } catch (error) {
    worker.postMessage({ file, failed: error.message });
  }
}

function fail(text) {
  tell("failed", text);
  for (const { give } of waiting.values()) give({ error: { text, line: null, place: [] } });
  waiting.clear();
}

// The answer to a question; while Python starts, questions wait.
export function ask(name, terms) {
  last += 1;
  const question = { id: last, request: { ask: name, ...terms } };
  return new Promise((give) => {
    waiting.set(question.id, { give, question });
    worker?.postMessage(question);
  });
}

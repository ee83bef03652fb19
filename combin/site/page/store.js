// What is worked on: a rule file with all its earlier texts, kept over a reload, and held by a link.
import * as carried from "./carried.js";

export const events = new EventTarget();
const MOST = 200;

export const state = {
  name: "", // of the file, without its ending
  original: "", // the text that it began as
  texts: [""],
  at: 0, // which of the texts stands now
  letters: {}, // the pay tables that are chosen
  tab: "games",
};

export const text = () => state.texts[state.at];
export const rules = () => ({ name: state.name, text: text() });
export const edited = () => text() !== state.original;

const changed = (why) => {
  keep();
  events.dispatchEvent(new CustomEvent("change", { detail: why }));
};

export function open(name, begin, now = begin, letters = {}) {
  Object.assign(state, { name, original: begin, texts: [begin], at: 0, letters });
  if (now !== begin) {
    state.texts.push(now);
    state.at = 1;
  }
  changed("opened");
}

export const openShipped = (game) => open(game, `extends = "${game}"\n`);

let written = 0;

// Take a new text; what is typed in one go is one step to undo.
export function put(now, typed = false) {
  if (now === text()) return;
  const together = typed && Date.now() - written < 1500 && state.at === state.texts.length - 1 && state.at > 0;
  const earlier = state.texts.slice(0, together ? state.at : state.at + 1);
  state.texts = [...earlier, now].slice(-MOST);
  state.at = state.texts.length - 1;
  written = typed ? Date.now() : 0;
  changed(typed ? "typed" : "edited");
}

export const canUndo = () => state.at > 0;
export const canRedo = () => state.at < state.texts.length - 1;

export function step(by) {
  const at = state.at + by;
  if (at < 0 || at >= state.texts.length) return;
  state.at = at;
  written = 0;
  changed("stepped");
}

export function choose(wager, letter) {
  state.letters = { ...state.letters, [wager]: letter };
  changed("chosen");
}

// What a browser keeps of the page, for each release by itself; one that keeps nothing still shows everything.
const keptAs = (name) => `combin-${document.documentElement.dataset.release}-${name}`;

export function remember(name, what) {
  try {
    localStorage.setItem(keptAs(name), JSON.stringify(what));
  } catch {
    // Full, or forbidden.
  }
}

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(keptAs(name)));
  } catch {
    return null;
  }
}

export const keep = () => remember("state", state);

export function kept() {
  const found = recall("state");
  const sound = typeof found?.name === "string" && typeof found.original === "string" && Array.isArray(found.texts) &&
    found.texts.every((one) => typeof one === "string") && found.at in found.texts;
  return sound ? found : null;
}

// -- links: the file's name, its text and the chosen tables, deflated, behind the #

export async function link() {
  const held = new TextEncoder().encode(JSON.stringify([state.name, state.original, text(), state.letters]));
  const packed = await carried.through(held, new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(packed, (one) => String.fromCharCode(one)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#v1=${letters}`;
}

export async function unpacked(letters) {
  const packed = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const [name, original, now, chosen] = JSON.parse(new TextDecoder().decode(
    await carried.through(packed, new DecompressionStream("deflate-raw"))));
  if (![name, original, now].every((one) => typeof one === "string")) throw new Error("no texts");
  return { name, original, now, letters: chosen && typeof chosen === "object" ? chosen : {} };
}

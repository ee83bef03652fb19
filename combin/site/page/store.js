// What is worked on: a rule file with all its earlier texts and what the tabs' fields have; kept over a reload, in the
// browser's history, and by a link.
import * as carried from "./carried.js";

export const events = new EventTarget();
const MOST = 200;
const SELDOM = 400; // milliseconds between writes to the history, of which browsers take so many a second

export const state = {
  name: "", // of the file, without its ending
  original: "", // the text that it began as
  texts: [""],
  at: 0, // which of the texts stands now
  letters: {}, // the pay tables that are chosen
  tab: "games",
  fields: {}, // by tab: what was entered, and the file that it is about
};

export const text = () => state.texts[state.at];
export const rules = () => ({ name: state.name, text: text() });
export const edited = () => text() !== state.original;

const changed = (why) => {
  keep(why === "opened");
  events.dispatchEvent(new CustomEvent("change", { detail: why }));
};

export function open(name, begin, now = begin, letters = {}, tab = state.tab) {
  settled();
  Object.assign(state, { name, original: begin, texts: [begin], at: 0, letters, tab });
  if (now !== begin) {
    state.texts.push(now);
    state.at = 1;
  }
  changed("opened");
}

const shipped = (game) => `extends = "${game}"\n`;

export const openShipped = (game, tab) => open(game, shipped(game), shipped(game), {}, tab);

// The fields of a tab, which begin anew with another file; who changes them says `keep`.
export function fields(tab, begin) {
  if (state.fields[tab]?.of !== state.name) state.fields[tab] = { of: state.name, ...begin };
  return state.fields[tab];
}

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

// -- the history: each tab and each file opened is an entry, which has all that it takes to show it again

let due = 0, last = 0, entering = false;

function write(how) {
  clearTimeout(due);
  [due, last] = [0, Date.now()];
  const { name, original, letters, tab, fields: typed } = state;
  const address = text() === shipped(name) ? `#game=${name}&tab=${tab}` : `#tab=${tab}`;
  try {
    history[how]({ name, original, now: text(), letters, tab, fields: typed }, "", address);
  } catch {
    // Too much, or too often.
  }
}

// Write what waits to be written, before something else comes in its place.
export const settled = () => due && write("replaceState");

export function keep(push = false) {
  remember("state", state);
  if (push && !entering) write("pushState");
  else if (Date.now() - last > SELDOM) write("replaceState");
  else due ||= setTimeout(settled, SELDOM);
}

// What happens here belongs to the entry that is there: an address was opened, or the way back was taken.
export function entered(act) {
  entering = true;
  act();
  entering = false;
  write("replaceState");
}

// Take what an entry has, with the earlier texts where they are there still.
export function adopt({ now, ...entry }) {
  const known = entry.name === state.name && entry.original === state.original ? state.texts.lastIndexOf(now) : -1;
  Object.assign(state, entry, known < 0 ? { texts: [...new Set([entry.original, now])] } : {});
  state.at = state.texts.lastIndexOf(now);
  changed("adopted");
}

addEventListener("pagehide", settled);

export function kept() {
  const found = recall("state");
  const sound = typeof found?.name === "string" && typeof found.original === "string" && Array.isArray(found.texts) &&
    found.texts.every((one) => typeof one === "string") && found.at in found.texts;
  return sound ? { ...found, fields: found.fields ?? {} } : null;
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

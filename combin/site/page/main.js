// The page: which tab is shown, which game is open, and how far Python is.
import * as audit from "./audit.js";
import * as carried from "./carried.js";
import { el, fill, say, useTexts } from "./dom.js";
import * as engine from "./engine.js";
import * as hand from "./hand.js";
import * as jackpot from "./jackpot.js";
import * as session from "./session.js";
import * as store from "./store.js";
import * as take from "./take.js";
import * as workbench from "./workbench.js";

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);
const TABS = ["games", "workbench", "hand", "jackpot", "session", "audit", "take"];
const views = { workbench, hand, jackpot, session, audit, take };

async function begin() {
  engine.start();
  const [texts, games] = await Promise.all(["data/texts", "data/games"].map(carried.take));
  useTexts(texts);
  if (!engine.ready()) status(say("starting"), 2);
  fill(at("game"), el("option", { value: "" }, say("own_file")),
    games.map((game) => el("option", { value: game.id }, game.title)));
  at("game").addEventListener("change", () => at("game").value && openGame(at("game").value));
  at("open").addEventListener("click", () => at("file").click());
  at("file").addEventListener("change", () => takeIn(at("file").files[0]));
  setUpTabs();
  setUpDrops();
  store.events.addEventListener("change", changed);
  await restore(games);
  addEventListener("hashchange", () => restore(games));
}

// What an address asks for; without anything, what was worked on before.
async function restore(games) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const tab = TABS.includes(asked.get("tab")) ? asked.get("tab") : null;
  if (asked.has("v1")) {
    try {
      const found = await store.unpacked(asked.get("v1"));
      store.open(found.name, found.original, found.now, found.letters);
      show("workbench");
    } catch {
      store.openShipped("crown-melbourne");
      show("games");
      at("said").textContent = say("bad_link");
      status(say("bad_link"));
    }
    history.replaceState(null, "", location.pathname);
    return;
  }
  if (games.some((game) => game.id === asked.get("game"))) {
    openGame(asked.get("game"), tab ?? "workbench");
    history.replaceState(null, "", location.pathname);
    return;
  }
  const kept = store.kept();
  if (kept) Object.assign(store.state, kept);
  else store.openShipped(games.some((game) => game.id === "crown-melbourne") ? "crown-melbourne" : games[0].id);
  changed();
  show(tab ?? (TABS.includes(store.state.tab) ? store.state.tab : "games"));
}

function openGame(game, tab = store.state.tab === "games" ? "workbench" : store.state.tab) {
  store.openShipped(game);
  show(tab);
}

async function takeIn(file) {
  if (!file) return;
  const text = await file.text();
  at("file").value = "";
  if (/^\s*\[\[claim/m.test(text)) {
    show("audit");
    audit.judge(text);
    return;
  }
  store.open(file.name.replace(/\.toml$/i, ""), text);
  show("workbench");
}

function setUpDrops() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    takeIn(event.dataTransfer.files[0]);
  });
}

// -- tabs

function setUpTabs() {
  at("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) show(tab.id.slice(4));
  });
  at("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -TABS.length, End: TABS.length }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = TABS.indexOf(store.state.tab) + step;
    const next = Math.abs(step) > 1 ? Math.min(Math.max(now, 0), TABS.length - 1) : (now + TABS.length) % TABS.length;
    show(TABS[next]);
    at(`tab-${TABS[next]}`).focus();
  });
}

function show(tab) {
  store.state.tab = tab;
  store.keep();
  for (const name of TABS) {
    at(name).hidden = name !== tab;
    at(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    at(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
  at(`tab-${tab}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  views[tab]?.update(at(tab));
}

function changed() {
  const shipped = [...at("game").options].some((one) => one.value === store.state.name);
  at("game").value = shipped ? store.state.name : "";
  views[store.state.tab]?.update(at(store.state.tab));
}

// -- how far Python is

function status(text, done = null) {
  at("status").textContent = text;
  at("loading").hidden = done === null;
  if (done !== null) at("loading").value = done;
}

engine.events.addEventListener("step", (/** @type {CustomEvent} */ { detail }) => {
  if (detail.step === "package") {
    const size = Math.ceil(detail.bytes / 1e6);
    status(say("loading_package", { name: detail.module, size }));
  } else if (detail.step === "loaded") status(say("ready"));
  else status(say(`step_${detail.step}`), detail.done);
});
engine.events.addEventListener("ready", () => {
  status(say("ready"));
  document.documentElement.dataset.python = "ready";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => {});
});
engine.events.addEventListener("failed", (/** @type {CustomEvent} */ { detail }) => status(say("failed", { error: detail })));

begin();

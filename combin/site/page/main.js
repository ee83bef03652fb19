// The page: which tab is shown, which game is open, and how far Python is.
import * as audit from "./audit.js";
import * as carried from "./carried.js";
import { el, fill, say, useTexts } from "./dom.js";
import * as engine from "./engine.js";
import * as hand from "./hand.js";
import * as jackpot from "./jackpot.js";
import * as rules from "./rules.js";
import * as session from "./session.js";
import * as store from "./store.js";
import * as take from "./take.js";
import * as workbench from "./workbench.js";

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);
const TABS = ["games", "rules", "workbench", "hand", "jackpot", "session", "audit", "take"];
const views = { rules, workbench, hand, jackpot, session, audit, take };

async function begin() {
  engine.start();
  const [texts, games] = await Promise.all(["data/texts", "data/games"].map(carried.take));
  useTexts(texts);
  if (!engine.ready()) status(say("starting"), 2);
  fill(at("game"), el("option", { value: "" }, say("own_file")),
    [...Map.groupBy(games, (game) => game.kind)].map(([kind, of]) =>
      el("optgroup", { label: kind }, of.map((game) => el("option", { value: game.id }, game.title)))));
  at("game").addEventListener("change", () => at("game").value && openGame(at("game").value));
  at("open").addEventListener("click", () => at("file").click());
  at("file").addEventListener("change", () => takeIn(at("file").files[0]));
  setUpTabs();
  setUpDrops();
  store.events.addEventListener("change", changed);
  Object.assign(store.state, store.kept() ?? { texts: [] });
  await enter(games);
  addEventListener("popstate", () => enter(games));
}

// What an entry of the history or an address asks for; without anything, what was worked on before.
async function enter(games) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const known = (game) => games.some((one) => one.id === game);
  const tab = TABS.includes(asked.get("tab")) ? asked.get("tab") : null;
  const linked = !history.state && asked.has("v1");
  const link = linked ? await store.unpacked(asked.get("v1")).catch(() => null) : null;
  store.entered(() => {
    if (history.state) store.adopt(history.state);
    else if (linked && !link) store.openShipped(games[0].id, "games");
    else if (link) store.open(link.name, link.original, link.now, link.letters, "workbench");
    else if (known(asked.get("game"))) store.openShipped(asked.get("game"), tab ?? "workbench");
    else if (!store.state.texts.length) store.openShipped(games[0].id, tab ?? "games");
    else {
      store.state.tab = tab ?? (TABS.includes(store.state.tab) ? store.state.tab : "games");
      changed();
    }
  });
  if (linked && !link) {
    at("said").textContent = say("bad_link");
    status(say("bad_link"), null, true);
  }
}

const openGame = (game) => store.openShipped(game, store.state.tab === "games" ? "workbench" : store.state.tab);

async function takeIn(file) {
  if (!file) return;
  const text = await file.text();
  at("file").value = "";
  if (/^\s*\[\[claim/m.test(text)) {
    show("audit");
    audit.judge(text);
    return;
  }
  store.open(file.name.replace(/\.toml$/i, ""), text, text, {}, "workbench");
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
  if (tab !== store.state.tab) {
    store.settled();
    store.state.tab = tab;
    store.keep(true);
  }
  changed();
}

function changed() {
  const shipped = [...at("game").options].some((one) => one.value === store.state.name);
  at("game").value = shipped ? store.state.name : "";
  for (const name of TABS) {
    const shown = name === store.state.tab;
    if (shown && at(name).hidden) at(`tab-${name}`).scrollIntoView({ block: "nearest", inline: "nearest" });
    at(name).hidden = !shown;
    at(`tab-${name}`).setAttribute("aria-selected", String(shown));
    at(`tab-${name}`).tabIndex = shown ? 0 : -1;
  }
  views[store.state.tab]?.update(at(store.state.tab));
}

// -- how far Python is

function status(text, done = null, alarm = false) {
  at("status").textContent = text;
  at("status").classList.toggle("alarm", alarm);
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
engine.events.addEventListener("failed", (/** @type {CustomEvent} */ { detail }) => status(say("failed", { error: detail }), null, true));

begin();

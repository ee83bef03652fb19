// The workbench: every figure of a game beside the cells, controls and text that make it.
import * as carried from "./carried.js";
import { button, el, field, fill, mistake, picture, say, select, settle, shown } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let place, parts, figures, original, asked = "", running = false;

// Figures by what they were worked out for: the newest few; the newest of all is there after a reload too.
const known = new Map(store.recall("figures"));

function remember(key, found) {
  known.delete(key);
  known.set(key, found);
  if (known.size > 30) known.delete(known.keys().next().value);
}

const keyOf = (name, text, letters) => JSON.stringify([name, text, letters]);

// What was written for a shipped game when the page was built is there before Python.
async function begin(name, text) {
  return text === `extends = "${name}"\n` ? carried.take(`data/${name}`) : null;
}

async function figuresOf(name, text, letters) {
  const key = keyOf(name, text, letters);
  if (known.has(key)) return known.get(key);
  let found = Object.keys(letters).length ? null : await begin(name, text).catch(() => null);
  found ??= await ask("figures", { name, text, letters });
  if (!found.missing) remember(key, found);
  return found;
}

export function update(into) {
  if (!place) build(into);
  const text = store.text();
  if (parts.text.value !== text) parts.text.value = text;
  lines();
  parts.undo.disabled = !store.canUndo();
  parts.redo.disabled = !store.canRedo();
  parts.reset.disabled = !store.edited();
  const wanted = keyOf(store.state.name, text, store.state.letters);
  if (wanted === asked) return;
  asked = wanted;
  refresh();
}

// One question at a time; of edits that come meanwhile the last one counts.
async function refresh() {
  if (running) return;
  running = true;
  place.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => { parts.busy.textContent = say("working"); }, 300);
  let done;
  do {
    done = asked;
    const [name, text, letters] = JSON.parse(done);
    const found = await figuresOf(name, text, letters);
    if (done === asked) {
      original = await figuresOf(name, store.state.original, {});
      if (done === asked) draw(found);
    }
  } while (done !== asked);
  running = false;
  clearTimeout(slow);
  parts.busy.textContent = "";
  place.removeAttribute("aria-busy");
}

// -- the frame, made once

function build(into) {
  place = into;
  parts = {
    title: el("h1", {}),
    error: el("div", { id: "error" }),
    cards: el("div", { class: "cards" }),
    strategy: el("div", {}),
    tables: el("div", { class: "paytables" }),
    plot: el("div", { class: "plots" }),
    controls: el("div", {}),
    aim: el("div", {}),
    comparison: el("div", { id: "comparison" }),
    gutter: el("pre", { class: "gutter", "aria-hidden": "true" }),
    undo: button(say("undo"), () => store.step(-1)),
    redo: button(say("redo"), () => store.step(1)),
    reset: button(say("reset"), () => store.put(store.state.original)),
    compare: button(say("compare"), compare),
    busy: el("span", { class: "note", role: "status" }),
    text: el("textarea", { id: "toml", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-describedby": "error", oninput: typed, onscroll: () => { parts.gutter.scrollTop = parts.text.scrollTop; } }),
    below: el("details", { class: "below" }, el("summary", {}, say("below")), el("pre", {})),
  };
  parts.below.addEventListener("toggle", async () => {
    if (!parts.below.open) return;
    const found = await ask("rules_text", store.rules());
    parts.below.lastChild.textContent = found.text ?? found.error.text;
  });
  fill(place,
    el("div", { class: "bench" },
      el("div", { class: "main" },
        parts.title,
        el("div", { class: "bar" }, parts.undo, parts.redo, parts.reset, parts.compare, parts.busy),
        parts.cards, parts.strategy, parts.comparison, parts.tables, parts.plot),
      el("div", { class: "side" },
        el("h2", {}, el("label", { for: "toml" }, say("text"))),
        el("div", { class: "editor" }, parts.gutter, parts.text),
        parts.error,
        parts.below,
        parts.aim,
        el("h2", {}, say("controls")),
        parts.controls)));
  place.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target === parts.text || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    store.step(event.shiftKey ? 1 : -1);
  });
}

let timer = 0;

function typed() {
  lines();
  clearTimeout(timer);
  timer = setTimeout(() => store.put(parts.text.value, true), 250);
}

function lines(wrong = null) {
  const number = parts.text.value.split("\n").length;
  fill(parts.gutter, Array.from({ length: number }, (_, at) =>
    el("span", { class: at + 1 === wrong ? "wrong" : null }, `${at + 1}\n`)));
  parts.gutter.scrollTop = parts.text.scrollTop;
}

// -- what follows each edit

function draw(found) {
  lines(found.error?.line);
  parts.text.toggleAttribute("aria-invalid", Boolean(found.error));
  place.classList.toggle("stale", Boolean(found.error || found.missing));
  if (!settle(parts.error, found, () => [])) {
    if (found.missing && !figures) fill(parts.cards);
    return;
  }
  figures = found;
  store.remember("figures", [[asked, found]]);
  /** @type {any} */
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const focus = active?.dataset.key;
  const typed = active?.value;
  const half = focus && active.dataset.was !== undefined && typed !== active.dataset.was;
  drawing = true;
  fill(parts.title, found.title, store.edited() ? el("small", {}, ` ${say("edited")}`) : null);
  fill(parts.cards, found.wagers.map(card));
  fill(parts.strategy, ...strategy());
  fill(parts.tables, found.tables.map(payTable), outcomes());
  fill(parts.controls, found.sections.map(section));
  drawAim();
  plot();
  const again = focus && place.querySelector(`[data-key="${CSS.escape(focus)}"]`);
  again?.focus();
  if (again && half) again.value = typed; // what was being typed is still being typed
  drawing = false;
  if (!parts.comparison.hidden && parts.comparison.childElementCount) compare(null, false);
  const [first] = found.wagers;
  document.getElementById("said").textContent = say("said", { wager: first.name, edge: first.edge });
}

const before = (id) => original?.wagers?.find((one) => one.id === id);

function card(wager) {
  const was = before(wager.id);
  const moved = was && was.exact !== wager.exact;
  const favours = wager.edge.startsWith("-") ? "player" : "house";
  return el("article", { class: `card ${favours}`, "data-wager": wager.id },
    el("h2", {}, wager.name),
    el("p", { class: "edge" }, wager.edge.replace("-", "−"), el("small", {}, say("figures.edge"))),
    moved ? el("p", { class: "moved" }, say("before", { edge: was.edge.replace("-", "−") })) : null,
    el("dl", {}, ["exact", "risk", "hit", "push", "average", "deviation"].map((name) => el("div", {},
      el("dt", {}, say(`figures.${name}`)), el("dd", { class: name }, wager[name].replace("-", "−"))))));
}

function strategy() {
  const was = original?.statement;
  return [
    el("h2", {}, say("strategy")),
    el("p", { class: "statement" }, `${figures.statement} ${figures.played}`),
    was && was !== figures.statement ? el("p", { class: "moved" }, say("strategy_before", { statement: was })) : null,
  ];
}

async function change(control, value) {
  const found = await ask("edit", { ...store.rules(), place: control.place, kind: control.kind, value });
  if (found.error) fill(parts.error, mistake(found.error));
  else store.put(found.text);
}

let drawing = false;

// A field that gives what was typed when it is left, or with Enter.
function entry(value, more, give) {
  const leave = ({ target }) => {
    if (drawing || target.value === target.dataset.was) return;
    target.dataset.was = target.value;
    give(target.value);
  };
  return el("input", { value, "data-was": value, onblur: leave, onkeydown: (event) => event.key === "Enter" && leave(event), ...more });
}

// A bar for a line's part of the return; its length is a part of the longest of the table.
function bar(line, longest) {
  const length = longest ? Math.abs(line.length) / longest : 0;
  const made = el("span", { class: line.length < 0 ? "part loss" : "part" });
  made.style.inlineSize = `${(length * 100).toFixed(1)}%`;
  return [el("td", { class: "number" }, line.part.replace("-", "−")), el("td", { class: "parts", "aria-hidden": "true" }, made)];
}

const headings = (names) => el("tr", {}, names.map(([key, kind]) =>
  (key ? el("th", { scope: "col", class: kind }, say(key)) : el("td", {}))));

function payTable(table) {
  const counted = table.lines.some((line) => line.part) || table.rest.length;
  const longest = Math.max(...[...table.lines, ...table.rest].map((line) => Math.abs(line.length ?? 0)));
  const rows = [...table.lines, ...table.rest].map((line) => el("tr", {},
    el("th", { scope: "row" }, line.line),
    el("td", { class: "pays" }, line.place ? cell(table, line) : ""),
    counted ? el("td", { class: "number" }, line.chance ?? "") : null,
    counted ? (line.part ? bar(line, longest) : [el("td", {}), el("td", {})]) : null));
  const names = [["line", null], ["pays", "number"], ...(counted ? [["chance", "number"], ["part", "number"], ["", null]] : [])];
  const choice = table.letters.length > 1 && table.chosen
    ? select(table.letters.map((letter) => [letter, letter]), table.letter, (letter) => store.choose(table.wager, letter),
      { "aria-label": say("table_of", { wager: table.name }), "data-key": `letter ${table.wager}` })
    : table.letters.length > 1 || table.letter !== "A" ? table.letter : null;
  return el("figure", { class: "paytable", "data-table": table.wager },
    el("figcaption", {}, table.name, " ", choice, table.odds === "for 1" ? el("small", {}, ` ${say("for_one")}`) : null),
    el("table", {}, el("thead", {}, headings(names)), el("tbody", {}, rows)));
}

function cell(table, line) {
  const label = say("pays_of", { line: line.line, wager: table.name, letter: table.letter });
  const input = entry(line.pays, { "aria-label": label, "data-key": line.place.join(" "), inputmode: "decimal", size: 5 },
    (value) => change({ place: line.place, kind: "number" }, value));
  const { sign, after } = line.unit === "money" ? figures.currency : {};
  return el("span", { class: `unit ${line.unit}`, title: line.unit === "odds" ? null : say(`unit_${line.unit}`),
    "data-before": after ? null : sign, "data-after": after ? sign : null }, input);
}

function outcomes() {
  const longest = Math.max(...figures.outcomes.map((line) => Math.abs(line.length)));
  const [base] = figures.wagers;
  return el("figure", { class: "paytable" }, el("figcaption", {}, say("outcomes", { wager: base.name })),
    el("table", {}, el("thead", {}, headings([["net", null], ["chance", "number"], ["part", "number"], ["", null]])),
      el("tbody", {}, figures.outcomes.map((line) => el("tr", {},
        el("th", { scope: "row" }, line.line.replace("-", "−")),
        el("td", { class: "number" }, line.chance), bar(line, longest))))));
}

function section(one) {
  const name = one.place.join(" ");
  const changed = one.controls.filter((control) => control.value !== null && control.value !== control.default);
  return el("details", { "data-section": name, open: opened.has(name), ontoggle: (event) => {
    if (event.target.open) opened.add(name);
    else opened.delete(name);
  } },
  el("summary", {}, name.replaceAll("_", " "), el("small", {}, changed.map((control) => `${control.name}: ${brief(control.value)}`).join(", "))),
  el("p", { class: "note" }, one.says),
  one.controls.map(control));
}

const opened = new Set();
const brief = (text) => (text.length > 24 ? `${text.slice(0, 22)}…` : text);

function control(one) {
  const key = one.place.join(" ");
  const value = one.value ?? one.default ?? "";
  const more = { "data-key": key };
  const set = (text) => text !== value && change(one, text);
  let input;
  if (one.kind === "choice") {
    const options = one.options.map((option) => [String(option), String(option)]);
    input = select(value === "" ? [["", "–"], ...options] : options, value, set, more);
  } else if (one.kind === "switch") {
    input = el("input", { type: "checkbox", checked: value === "true", onchange: (event) => set(String(event.target.checked)), ...more });
  } else {
    input = entry(value, { placeholder: "–", ...more }, set);
    if (one.options.length) input.setAttribute("list", words(one.options));
  }
  return field(one.name, input, one.says);
}

// The words that a field may hold beside numbers, as a list to choose from.
function words(options) {
  const id = `words-${options.join("-").replace(/\W+/g, "-")}`;
  if (!document.getElementById(id)) {
    document.body.append(el("datalist", { id }, options.map((option) => el("option", { value: option }))));
  }
  return id;
}

// -- a target edge

let aimed = { wager: "", edge: "2.5", found: null };

function drawAim() {
  const designs = Object.entries(figures.asks.designs);
  if (!designs.length) {
    fill(parts.aim);
    return;
  }
  if (!figures.asks.designs[aimed.wager]) aimed = { ...aimed, wager: designs[0][0], found: null };
  const wager = select(designs, aimed.wager, (chosen) => { aimed.wager = chosen; }, { "data-key": "aim wager" });
  const edge = el("input", { value: aimed.edge, inputmode: "decimal", size: 6, "data-key": "aim edge",
    onchange: (event) => { aimed.edge = event.target.value; } });
  const into = el("div", { id: "designs", "aria-live": "polite" });
  const go = el("button", { type: "submit" }, say("aim_go"));
  fill(parts.aim, el("h2", {}, say("aim")), el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    aimed.edge = edge.value;
    fill(into, el("p", {}, say("working")));
    const found = await ask("design", { ...store.rules(), letters: store.state.letters, wager: aimed.wager, edge: aimed.edge });
    settle(into, found, () => [designsTable(found)]);
  } }, field(say("figures.wager"), wager), field(say("aim_edge"), edge), go), into);
}

function designsTable(found) {
  const head = [...found.lines, say("figures.edge"), say("figures.hit"), say("figures.deviation"), ""];
  const rows = found.designs.map((one) => el("tr", {},
    found.lines.map((line) => el("td", { class: "number" }, one.pays[line] ?? "")),
    el("td", { class: "number" }, one.edge), el("td", { class: "number" }, one.hit), el("td", { class: "number" }, one.deviation),
    el("td", {}, button(say("use"), async () => {
      const set = await ask("set_table", { ...store.rules(), wager: aimed.wager, letter: found.letter, pays: one.pays });
      if (set.error) fill(parts.error, mistake(set.error));
      else store.put(set.text);
    }))));
  return el("figure", {}, el("figcaption", {}, say("designs", { number: found.matching.toLocaleString() })),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("aim") },
      el("table", {}, el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, rows))));
}

// -- plots and the comparison

async function plot() {
  const done = asked;
  const kind = figures.asks.decides ? "play-value" : "outcomes";
  figures.plot ??= await ask("plot", { ...store.rules(), letters: store.state.letters, kind });
  if (done === asked && figures.plot.svg) fill(parts.plot, picture(figures.plot));
}

async function compare(_, move = true) {
  if (move && parts.comparison.childElementCount) {
    fill(parts.comparison);
    return;
  }
  const found = await ask("compare", { ...store.rules(), original: store.state.original });
  settle(parts.comparison, found, () => shown(found));
  if (move) parts.comparison.scrollIntoView({ block: "nearest" });
}

// The workbench: every figure of a game beside the cells, controls and text that make it.
import * as carried from "./carried.js";
import { sections } from "./controls.js";
import * as counts from "./counts.js";
import { button, el, field, fill, mistake, picture, say, scrolled, select, settle, shown, tableOf } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let place, parts, figures, original, asked = "", running = false;
let definitions; // of the schema of rule files

// Figures by what they were worked out for: the newest few; the newest of all is there after a reload too.
const known = new Map(store.recall("figures")?.filter(([, found]) => found.entries));

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
  definitions ??= await carried.take("data/schema");
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
    counted: el("p", { class: "note", id: "counted", role: "status" }),
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
        parts.counted, parts.cards, parts.strategy, parts.comparison, parts.tables, parts.plot),
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
    markCell(found.error);
    parts.counted.textContent = "";
    if (found.missing && !figures) fill(parts.cards);
    return;
  }
  said = confirmation(found);
  if (said && jackpotPays(found) === jackpotPays(figures)) found.long_run ??= figures.long_run;
  markCell(null);
  figures = found;
  byCells.clear();
  byCells.add(store.text());
  store.remember("figures", [[asked, found]]);
  /** @type {any} */
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const focus = active?.dataset.key;
  const typed = active?.value;
  const half = focus && active.dataset.was !== undefined && typed !== active.dataset.was;
  drawing = true;
  pays = paysOf(found);
  fill(parts.title, found.title, store.edited() ? el("small", {}, ` ${say("edited")}`) : null);
  fill(parts.strategy, ...strategy());
  fill(parts.tables, found.tables.map(payTable), outcomes());
  fill(parts.controls, sections(found.entries, definitions).map(section));
  drawAim();
  plot();
  for (const [key, value] of queued) typeAgain(key, value);
  const again = focus && typeAgain(focus, half ? typed : null); // what was being typed is still being typed
  again?.focus();
  drawing = false;
  live();
  longRun();
  if (!parts.comparison.hidden && parts.comparison.childElementCount) compare(null, false);
}

function typeAgain(key, value) {
  /** @type {any} */
  const input = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (input && value !== null) {
    input.value = value;
    if (input.dataset.cell) pays.set(input.dataset.cell, payOf(value, input.dataset.cell));
  }
  return input;
}

// -- figures of a pay that was changed: counted here at once, and again by Python

let pays = new Map(); // of each cell, as it is typed
let said = ""; // by Python, of what had been counted
const byCells = new Set(); // the texts that differ from the figures' own in pays alone

const cellOf = (line) => line.place.slice(1, 4).join(" ");
const exact = (text, table) => counts.fraction(text) ?? (text === "push" ? counts.fraction(table.odds === "for 1" ? 1 : 0) : null);
const paysOf = (found) => new Map(found.tables.flatMap((table) => table.lines.map((line) =>
  [cellOf(line), exact(line.pays, table) ?? counts.fraction(0)])));

// What is typed in a cell; as long as it is no number, the pay that the figures are of.
function payOf(text, cell) {
  const table = figures.tables.find((one) => one.lines.some((line) => cellOf(line) === cell));
  return exact(text, table) ?? paysOf(figures).get(cell);
}

// The figures of a game with other pays; null of a wager that only Python can answer.
function counted(found, now) {
  const was = paysOf(found), wagers = new Map(), tables = new Map();
  const changed = new Set([...was.keys()].filter((cell) => counts.written(now.get(cell)) !== counts.written(was.get(cell))));
  const paid = new Set(Object.values(found.counts).flatMap((of) => [...counts.cellsOf(of)]));
  let moved = false;
  for (const [id, of] of Object.entries(found.counts)) {
    const cells = counts.cellsOf(of), touched = [...cells].some((cell) => changed.has(cell));
    const sums = counts.results(of, now);
    tables.set(id, sums);
    if (touched) wagers.set(id, of.fixed ? sums : null);
    moved ||= touched && sums.moved > 0n;
  }
  if (moved) {
    for (const [id, of] of Object.entries(found.counts)) if (of.lost_on_fold && !of.jackpot) wagers.set(id, null);
  }
  const added = found.tables.filter((table) => table.lines.some((line) => changed.has(cellOf(line)) && !paid.has(cellOf(line))));
  for (const { wager } of added) wagers.set(found.counts[wager] ? wager : found.wagers[0].id, null);
  return { changed, wagers, tables, moved };
}

// Whether Python found what was counted here, in a sentence; nothing where more than pays was changed.
function confirmation(found) {
  if (!figures || !byCells.has(store.text())) return "";
  const now = paysOf(found), { wagers } = counted(figures, now);
  const others = found.wagers.filter((one) => wagers.get(one.id) &&
    Object.entries(counts.figures(wagers.get(one.id))).some(([name, text]) => one[name] !== text));
  const jackpots = jackpotsOf(found).filter(([id, { jackpot }]) => wagers.get(id) && counts.exactEdge(wagers.get(id)) !== jackpot.exact);
  const wrong = [...others.map((one) => one.name), ...jackpots.map(([id, of]) => jackpotName(id, of))];
  return wrong.length ? say("unconfirmed", { wagers: wrong.join(", ") }) : say("confirmed");
}

const jackpotsOf = (found) => Object.entries(found.counts).filter(([, of]) => of.jackpot);

// The net results that Python found.
function exactSums({ outcomes }) {
  const found = outcomes.map(([net, count]) => [counts.fraction(net), BigInt(count)]);
  return { outcomes: found, total: found.reduce((all, [, count]) => all + count, 0n) };
}

// Everything that follows from the pays as they are typed.
function live() {
  const { changed, wagers, tables, moved } = counted(figures, pays);
  const shown = figures.wagers.map((wager) => (wagers.has(wager.id)
    ? { ...wager, ...(wagers.get(wager.id) ? counts.figures(wagers.get(wager.id)) : { waits: true }) } : wager));
  renew(parts.cards, [...shown.map(card), ...jackpotsOf(figures).map(([id, of]) => jackpotCard(id, of, wagers.get(id) === null ? null : tables.get(id)))]);
  const [base] = figures.wagers, sums = wagers.get(base.id);
  renew(parts.outcomes, outcomeRows(counts.outcomesOf(sums ?? exactSums(figures))));
  figures.tables.forEach((table) => drawLines(table, tables));
  parts.counted.textContent = !changed.size ? said : [say("counted"), moved ? say("counted_strategy") : ""].join(" ");
  if (!shown[0].waits) document.getElementById("said").textContent = say("said", { wager: shown[0].name, edge: shown[0].edge });
}

// Put elements in place of those that are there, but for those that are the same, so that little is laid out anew.
function renew(into, made) {
  if (made.length !== into.children.length) into.replaceChildren(...made);
  else made.forEach((one, at) => one.isEqualNode(into.children[at]) || into.children[at].replaceWith(one));
}

const before = (id) => original?.wagers?.find((one) => one.id === id);
const signed = (text) => text.replace("-", "−");

function card(wager) {
  const was = before(wager.id);
  const moved = was && was.exact !== wager.exact;
  const favours = wager.edge.startsWith("-") ? "player" : "house";
  const shown = (name) => (wager.waits ? "…" : signed(wager[name]));
  return el("article", { class: `card ${favours}`, "data-wager": wager.id },
    el("h2", {}, wager.name),
    el("p", { class: "edge" }, shown("edge"), el("small", {}, say("figures.edge"))),
    moved ? el("p", { class: "moved" }, say("before", { edge: signed(was.edge) })) : null,
    el("dl", {}, ["exact", "risk", "hit", "push", "average", "deviation"].map((name) => el("div", {},
      el("dt", {}, say(`figures.${name}`)), el("dd", { class: name }, shown(name))))));
}

function money(amount, digits = 2) {
  const text = counts.decimal(amount, amount[1] === 1n ? 0 : digits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",");
  const { sign, after } = figures.currency;
  return after ? `${text}\u00a0${sign}` : `${sign}${text}`;
}

// A progressive wager with its first table: its return where the document states price and meter, else its fixed prizes.
function jackpotCard(id, of, sums) {
  const { price, meter } = of.jackpot, name = jackpotName(id, of);
  if (!sums) return el("article", { class: "card", "data-jackpot": id }, el("h2", {}, name), el("p", { class: "edge" }, "…"));
  const { now, fixed, share, even } = counts.returns(of, sums, pays, isShare);
  const part = price || !of.ways.some(([, [[, term]]]) => term && table(id).lines.some((line) => line.unit === "money"));
  const facts = [
    ["long", longReturn(id, of, fixed)], ["even", even?.[0] > 0n && (price ? money(even) : part && say("of_price", { times: counts.plain(even) }))],
    ["prizes", now && counts.percent(fixed)], ["share", !now && share[0] && counts.written(share)],
  ];
  const [main, what] = now ? [counts.percent(now), say("jackpot.now", { meter: money(counts.fraction(meter)) })]
    : part ? [counts.percent(fixed), say("jackpot.prizes")] : [money(fixed, 4), say("jackpot.sums")];
  return el("article", { class: "card", "data-jackpot": id }, el("h2", {}, name),
    el("p", { class: "edge" }, main, el("small", {}, what)),
    of.lost_on_fold ? el("p", { class: "note" }, say("jackpot.never")) : null,
    el("dl", {}, facts.filter(([, text]) => text).map(([key, text]) => el("div", {},
      el("dt", {}, say(`jackpot.${key}`)), el("dd", { class: key }, text)))));
}

const isShare = (cell) => figures.tables.some((one) => one.lines.some((line) => line.unit === "meter" && cellOf(line) === cell));
const jackpotName = (id, of) => `${table(id).name}${table(id).letters.length > 1 ? ` ${of.jackpot.option}` : ""}`;
const table = (wager) => figures.tables.find((one) => one.wager === wager);

// In the long run fixed prizes return more or less by as much as they pay more or less; the rest is for Python.
function longReturn(id, of, fixed) {
  const [text, exact] = figures.long_run?.[id] ?? [];
  if (!exact) return figures.long_run || !of.jackpot.meter ? null : "…";
  const was = paysOf(figures), changed = (cell) => counts.written(pays.get(cell)) !== counts.written(was.get(cell));
  if ([...counts.cellsOf(of)].some((cell) => isShare(cell) && changed(cell))) return "…";
  const more = counts.minus(fixed, counts.returns(of, counts.results(of, was), was, isShare).fixed);
  return more[0] ? counts.percent(counts.plus(counts.fraction(exact), more)) : text;
}

// The pays of progressive wagers, on which their long run depends if nothing else was edited.
const jackpotPays = (found) => JSON.stringify(found.tables.filter(({ wager }) => found.counts[wager]?.jackpot));

async function longRun() {
  if (figures.long_run || !jackpotsOf(figures).length) return;
  const of = figures, found = await ask("long_run", store.rules());
  of.long_run = found.error ? {} : found;
  if (of === figures) live();
}

function strategy() {
  const was = original?.statement;
  const moved = was && was !== figures.statement;
  return [
    el("h2", {}, say("strategy")),
    el("p", { class: "statement" }, figures.grid.length ? figures.played : `${figures.statement} ${figures.played}`),
    moved ? el("p", { class: "moved" }, original.grid.length ? say("strategy_moved") : say("strategy_before", { statement: was })) : null,
    figures.grid.map((table, at) => (at ? el("details", {}, el("summary", {}, table.title), tableOf({ ...table, title: "" })) : grid(table))),
  ];
}

// Own hand by dealer's card, a letter in each cell; a colour for each letter as well, deeper the more is staked.
function grid({ title, headings, rows }) {
  const [what, legend = ""] = title.split(/: (.*)/), letters = legend.split(", ").map((text) => text.split(" ")[0]);
  const kind = (letter, role) => `${role} ${role === "play" ? `play-${letters.filter((one) => /^[^FW*]/.test(one)).indexOf(letter) + 1}` : ""}`;
  const roleOf = (letter) => ({ F: "fold", W: "wait", "*": "open" })[letter] ?? "play";
  return el("figure", { class: "grid" }, el("figcaption", {}, what, " ", legend.split(", ").map((text, at) =>
    el("small", {}, el("b", { class: kind(letters[at], roleOf(letters[at])) }, letters[at]), text.slice(letters[at].length)))),
  scrolled(what, el("table", {},
    el("thead", {}, el("tr", {}, headings.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, rows.map(([own, ...cells]) => el("tr", {}, el("th", { scope: "row" }, own),
      cells.map((letter) => el("td", { class: kind(letter, roleOf(letter)) }, letter))))))));
}

let edits = Promise.resolve(); // one after the other, since each edits the text that the last one left
export const settled = () => edits; // once the text has all that was put into cells
const queued = new Map(); // what was put into cells and is not in the text yet

function change(control, value, pay = false) {
  const { name } = store.state, key = control.place.join(" ");
  queued.set(key, value);
  edits = edits.then(async () => {
    let rules, found;
    do {
      rules = store.rules();
      if (rules.name === name) found = await ask("edit", { ...rules, place: control.place, kind: control.kind, value });
    } while (store.text() !== rules.text && store.state.name === name);
    if (queued.get(key) === value) queued.delete(key);
    if (store.state.name !== name) return;
    if (found.error) {
      fill(parts.error, mistake(found.error));
      markCell(found.error);
    } else {
      if (pay && byCells.has(rules.text)) byCells.add(found.text);
      store.put(found.text);
    }
  });
}

// A mistake at the cells or the control that it is about, as well as at the text.
function markCell(error) {
  for (const one of place.querySelectorAll("[data-key][aria-invalid]")) one.removeAttribute("aria-invalid");
  for (const one of place.querySelectorAll(".main .mistake, .field + .mistake")) one.remove();
  const at = (error?.place ?? []).filter((name) => name !== "lines");
  const about = at.length ? [...place.querySelectorAll("[data-place]")].filter((one) => {
    const own = JSON.parse(one.dataset.place);
    return own.every((name, depth) => depth >= at.length || name === at[depth]) && at.length > 1;
  }) : [];
  for (const one of about) one.setAttribute("aria-invalid", "true");
  const beside = about[0]?.closest(".paytable, .field");
  const said = beside && el("p", { class: "mistake" }, error.text);
  if (beside?.matches(".paytable")) beside.append(said);
  else beside?.after(said);
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
  return [el("td", { class: "number" }, signed(line.part)), el("td", { class: "parts", "aria-hidden": "true" }, line.part ? made : "")];
}

const headings = (names) => el("tr", {}, names.map(([key, kind]) =>
  (key ? el("th", { scope: "col", class: kind }, say(key)) : el("td", {}))));

function payTable(table) {
  const rows = table.lines.map((line) => el("tr", { "data-cell": cellOf(line) },
    el("th", { scope: "row" }, line.line), el("td", { class: "pays" }, cell(table, line))));
  const names = [["line", null], ["pays", "number"], ["chance", "number"], [figures.counts[table.wager]?.jackpot ? "part_return" : "part", "number"], ["", null]];
  const choice = table.letters.length > 1 && table.chosen
    ? select(table.letters.map((letter) => [letter, letter]), table.letter, (letter) => store.choose(table.wager, letter),
      { "aria-label": say("table_of", { wager: table.name }), "data-key": `letter ${table.wager}` })
    : table.letters.length > 1 || table.letter !== "A" ? table.letter : null;
  return el("figure", { class: "paytable", "data-table": table.wager },
    el("figcaption", {}, table.name, " ", choice, table.odds === "for 1" ? el("small", {}, ` ${say("for_one")}`) : null),
    el("table", {}, el("thead", {}, headings(names)), el("tbody", {}, rows), el("tbody", { class: "rest" })),
    el("div", { class: "meant" }));
}

// The probability and the part of each line, and the results that no line pays.
function drawLines(table, tables) {
  const made = parts.tables.querySelector(`[data-table="${table.wager}"]`);
  const [id, of] = Object.entries(figures.counts).find(([, one]) => table.lines.some((line) => counts.cellsOf(one).has(cellOf(line)))) ?? [];
  if (!id) return;
  const found = counts.linesOf(of, tables.get(id)), now = JSON.stringify([...found.cells]);
  if (made.dataset.drawn === now) return;
  made.dataset.drawn = now;
  const shown = [...found.cells.values(), ...found.rest];
  const longest = Math.max(...shown.map((line) => Math.abs(line.length)));
  for (const line of table.lines) {
    const row = made.querySelector(`[data-cell="${CSS.escape(cellOf(line))}"]`), one = found.cells.get(cellOf(line));
    while (row.children.length > 2) row.lastChild.remove();
    const open = of.jackpot && ((line.unit === "money" && !of.jackpot.price) || (line.unit === "meter" && !of.jackpot.meter));
    row.append(el("td", { class: "number" }, one?.chance ?? ""), ...(one ? bar(open ? { length: 0, part: "" } : one, longest) : []));
  }
  fill(made.querySelector(".rest"), found.rest.map((line) => el("tr", {}, el("th", { scope: "row" }, line.line), el("td", {}),
    el("td", { class: "number" }, line.chance), bar(line, longest))));
  fill(made.querySelector(".meant"), questions(table, id, of));
}

// Pays that were changed to one from which on the wager returns more than it takes.
function questions(table, id, of) {
  const then = original?.tables && paysOf(original), cells = counts.cellsOf(of);
  if (of.jackpot && !(of.jackpot.price && of.jackpot.meter)) return [];
  return table.lines.flatMap((line) => {
    const cell = cellOf(line), pay = pays.get(cell), was = then?.get(cell);
    if (!cells.has(cell) || (was && counts.written(was) === counts.written(pay))) return [];
    const most = counts.limit(of, pays, cell);
    if (!most || counts.minus(pay, most)[0] <= 0n) return [];
    const wager = of.jackpot ? jackpotName(id, of) : figures.wagers.find((one) => one.id === id).name;
    return [el("p", { class: "notice" }, say("meant", { line: line.line, limit: counts.decimal(most, 2).replace(/\.?0+$/, ""), wager }))];
  });
}

function cell(table, line) {
  const label = say("pays_of", { line: line.line, wager: table.name, letter: table.letter });
  const at = cellOf(line);
  const input = entry(line.pays, { "aria-label": label, "data-key": line.place.join(" "), "data-place": JSON.stringify(line.place), inputmode: "decimal", size: 5,
    "data-cell": at, oninput: ({ target }) => {
      pays.set(at, payOf(target.value, at));
      live();
    } },
    (value) => change({ place: line.place, kind: "number" }, value, true));
  const { sign, after } = line.unit === "money" ? figures.currency : {};
  return el("span", { class: `unit ${line.unit}`, title: line.unit === "odds" ? null : say(`unit_${line.unit}`),
    "data-before": after ? null : sign, "data-after": after ? sign : null }, input);
}

function outcomes() {
  const [base] = figures.wagers;
  parts.outcomes = el("tbody", {});
  return el("figure", { class: "paytable" }, el("figcaption", {}, say("outcomes", { wager: base.name })),
    el("table", {}, el("thead", {}, headings([["net", null], ["chance", "number"], ["part", "number"], ["", null]])), parts.outcomes));
}

function outcomeRows(shown) {
  const longest = Math.max(...shown.map((line) => Math.abs(line.length)));
  return shown.map((line) => el("tr", {}, el("th", { scope: "row" }, signed(line.line)),
    el("td", { class: "number" }, line.chance), bar(line, longest)));
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
  const more = { "data-key": key, "data-place": JSON.stringify(one.place) };
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

let aimed = { wager: "", edge: "2.5", found: null, of: "" }; // what was found, for a text and those that it was used for

function drawAim() {
  const designs = Object.entries(figures.designs);
  if (!designs.length) {
    fill(parts.aim);
    return;
  }
  if (!figures.designs[aimed.wager]) aimed = { ...aimed, wager: designs[0][0], found: null };
  const wager = select(designs, aimed.wager, (chosen) => { aimed.wager = chosen; }, { "data-key": "aim wager" });
  const edge = el("input", { value: aimed.edge, inputmode: "decimal", size: 6, "data-key": "aim edge",
    onchange: (event) => { aimed.edge = event.target.value; } });
  const into = el("div", { id: "designs", "aria-live": "polite" });
  const go = el("button", { type: "submit" }, say("aim_go"));
  fill(parts.aim, el("h2", {}, say("aim")), el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    aimed.edge = edge.value;
    fill(into, el("p", {}, say("working")));
    const asked = { ...store.rules(), letters: store.state.letters, wager: aimed.wager, edge: aimed.edge };
    aimed = { ...aimed, found: await ask("design", asked), of: asked.text };
    drawDesigns();
  } }, field(say("figures.wager"), wager), field(say("aim_edge"), edge), go), into);
  drawDesigns();
}

function drawDesigns() {
  const { found, of } = aimed;
  if (found && of === store.text()) settle(document.getElementById("designs"), found, () => [designsTable(found)]);
}

// The button and the edge come first, so that they are in sight however many lines a table has.
function designsTable(found) {
  const number = (text) => el("td", { class: "number" }, text ?? "");
  const use = async (pays) => {
    const set = await ask("set_table", { ...store.rules(), wager: aimed.wager, letter: found.letter, pays });
    if (set.error) fill(parts.error, mistake(set.error));
    else {
      aimed.of = set.text;
      store.put(set.text);
    }
  };
  const head = ["", say("figures.edge"), ...found.lines, say("figures.hit"), say("figures.deviation")];
  const rows = found.designs.map((one) => el("tr", {}, el("td", {}, button(say("use"), () => use(one.pays))),
    [one.edge, ...found.lines.map((line) => one.pays[line]), one.hit, one.deviation].map(number)));
  return el("figure", {}, el("figcaption", {}, say("designs", { number: found.matching.toLocaleString() })),
    scrolled(say("aim"), el("table", { class: "designs" }, el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, rows))));
}

// -- plots and the comparison

async function plot() {
  const done = asked;
  const kind = figures.decides ? "play-value" : "outcomes";
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

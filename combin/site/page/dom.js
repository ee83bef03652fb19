// Elements, and the parts that several tabs are made of.
let texts = {};

export function useTexts(found) {
  texts = found;
}

// A text of the catalogue with its fields filled in.
export function say(key, fields = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export const button = (text, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, text);

export function fill(place, ...children) {
  place.replaceChildren(...children.flat().filter(Boolean));
}

// A table that can be scrolled sideways, with a mouse or keys, where the page is narrow.
export function scrolled(label, table) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

// A sign of work, until an answer takes its place.
export const working = () => el("p", { class: "working" }, say("working"));

// A sentence, with its exact values in small print.
const sentence = (text) => el("p", {}, text.split(/(\(exactly [^()]*\))/).map((part, at) => (at % 2 ? el("small", {}, part) : part)));

// An answer as combin lays it out: sentences, and tables of cells.
export function shown(view, level = "h2") {
  return [
    el(level, {}, view.heading),
    ...view.lines.map(sentence),
    el("div", { class: "sheets" }, view.tables.map(tableOf)),
  ];
}

export function tableOf(table) {
  const side = (place) => (table.right[place] ? "number" : null);
  const head = el("tr", {}, table.headings.map((text, place) =>
    (text ? el("th", { scope: "col", class: side(place) }, text) : el("td", {}))));
  const body = table.rows.map((row, number) => el("tr", {}, row.map((text, place) =>
    el("td", { class: [side(place), table.roles[number][place]].filter(Boolean).join(" ") || null }, text))));
  return el("figure", {},
    table.title ? el("figcaption", {}, table.title) : null,
    scrolled(table.title || table.headings.join(", "), el("table", {}, el("thead", {}, head), el("tbody", {}, body))),
    table.note ? el("p", { class: "note" }, table.note) : null);
}

const pictures = new WeakMap();

// A plot as a picture of its own, so that its style sheet stays its own.
export function picture(plot) {
  if (!pictures.has(plot)) {
    pictures.set(plot, URL.createObjectURL(new Blob([plot.svg], { type: "image/svg+xml" })));
  }
  return el("img", { class: "plot", src: pictures.get(plot), alt: plot.alt });
}

export const mistake = (error) => el("p", { class: "mistake", role: "alert" }, error.text);

// Why a question has no answer here: it needs what browsers do not have.
export const missing = () => el("p", { class: "notice" }, say("installed_only"));

// Show an answer in a place, or why there is none; return whether there is one.
export function settle(place, found, make) {
  if (found.error) fill(place, mistake(found.error));
  else if (found.missing) fill(place, missing());
  else fill(place, ...make(found));
  return !found.error && !found.missing;
}

let fields = 0;

// A labelled field; `more` are attributes of the input.
export function field(label, input, help = "") {
  fields += 1;
  const entry = input.querySelector("input") ?? input; // which may have a unit about it
  entry.id ||= `field-${fields}`;
  return el("p", { class: "field" }, el("label", { for: entry.id, title: help || null }, label), input);
}

// A field with its unit, such as "$" or "%", before or after it.
export const measured = ({ sign, after }, input) => el("span", { class: "unit", [after ? "data-after" : "data-before"]: sign }, input);

export function select(options, chosen, onchange, more = {}) {
  const made = el("select", { onchange: (event) => onchange?.(event.target.value), ...more },
    options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  return made;
}

export function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

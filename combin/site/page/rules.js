// The rules of a game in words, and its player's guide as it is printed.
import * as carried from "./carried.js";
import { el, fill, say, settle, shown, working } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let turn = 0, pages = [];

export async function update(place) {
  const rules = store.rules(), mine = ++turn;
  const shipped = !store.edited() && rules.text === `extends = "${rules.name}"\n`;
  const words = el("div", {}), poster = el("div", { class: "poster" });
  fill(place, el("div", { class: "said" }, words, poster));
  fill(words, working());
  const found = shipped ? await carried.take(`rules/${rules.name}`) : await ask("rules_text", rules);
  if (mine !== turn) return;
  settle(words, found, () => folded(shown(found, "h1")));
  fill(poster, el("h2", {}, say("documents.poster")), ...(shipped ? await printed(rules.name, found.pages) : [el("p", { class: "notice" }, say("poster_elsewhere"))]));
}

// A table of very many rows, such as that of irregularities, unfolds.
function folded(parts) {
  for (const one of parts.at(-1).querySelectorAll("figure:has(tr:nth-child(21))")) {
    if (one === one.parentElement.firstElementChild) continue; // the rules
    const title = one.querySelector("figcaption");
    const fold = el("details", {}, el("summary", {}, title.textContent));
    one.replaceWith(fold);
    title.remove();
    fold.append(one);
  }
  return parts;
}

// The poster was made with the page; its pictures are as sharp as paper.
async function printed(name, number) {
  pages.forEach(URL.revokeObjectURL);
  pages = await Promise.all(Array.from({ length: number }, async (_, page) => {
    const svg = await carried.through(await carried.bytes(`posters/${name}-${page}`), new DecompressionStream("gzip"));
    return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  }));
  return pages.map((src) => el("img", { src, alt: say("poster_alt") }));
}

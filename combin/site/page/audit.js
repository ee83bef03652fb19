// An audit: what a document claims, each claim with its verdict and the evidence to unfold.
import { button, el, field, fill, say, settle } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let claims = "", only = "", words = "", place;

export function judge(text) {
  claims = text;
  if (place) update(place);
}

export async function update(into) {
  place = into;
  const answer = el("div", { id: "claims" });
  const file = el("input", { type: "file", accept: ".toml", hidden: true, onchange: async (event) => judge(await event.target.files[0].text()) });
  fill(place, el("h1", {}, say("tabs.audit")), el("p", {}, say("audit_intro")),
    el("p", { class: "bar" }, button(say("claims_open"), () => file.click()), file,
      claims ? button(say("claims_shipped"), () => judge("")) : null),
    answer);
  fill(answer, el("p", {}, say("working")));
  const found = await ask("audit", { ...store.rules(), original: store.state.original, claims });
  settle(answer, found, () => [summary(found)]);
}

function summary(found) {
  const list = el("div", {});
  const filters = el("div", { class: "bar", role: "group", "aria-label": say("filter") });
  const search = el("input", { type: "search", value: words, oninput: (event) => { words = event.target.value; draw(); } });
  const draw = () => {
    const wanted = found.claims.filter((claim) => (!only || claim.verdict === only) &&
      (!words || JSON.stringify(claim).toLowerCase().includes(words.toLowerCase())));
    fill(list, el("p", { role: "status" }, say("claims_shown", { shown: wanted.length, all: found.claims.length })),
      el("div", { class: "claims" }, wanted.map(claim)));
    for (const one of filters.children) one.setAttribute("aria-pressed", String(one.dataset.verdict === only));
  };
  fill(filters, [["", found.claims.length], ...Object.entries(found.verdicts)].map(([verdict, number]) =>
    button(`${verdict || say("all")} ${number}`, () => { only = verdict; draw(); }, { "data-verdict": verdict })));
  if (only && !found.verdicts[only]) only = "";
  draw();
  return el("div", {},
    store.edited() && !claims ? el("p", { class: "notice", id: "edited" }, afterEdit(found)) : null,
    found.findings.length ? el("h2", {}, say("findings")) : null,
    found.findings.length ? el("ol", { class: "findings" }, found.findings.map((one) =>
      el("li", {}, one.place && !one.text.startsWith(one.place) ? el("b", {}, `${one.place}: `) : null, one.text, " ", el("b", {}, one.action)))) : null,
    el("h2", {}, say("claims")), filters, field(say("search"), search), list);
}

// What an edit has changed of the checks; the claims of the document are about the game before it.
function afterEdit({ checks, changed, left_out: left }) {
  const what = changed.map((text) => `“${text}”`).join(", ");
  const said = changed.length ? say("audit_changed", { number: changed.length, checks, what }) : say("audit_same", { checks });
  return left ? `${said} ${say("audit_left_out", { left })}` : said;
}

function claim(one) {
  const facts = [["place", one.place], ["published", one.published], ["exact", one.exact], ["decimal", one.decimal]];
  return el("details", { class: `claim ${one.tone}` },
    el("summary", {}, el("span", { class: "verdict" }, one.verdict), " ", one.says, one.cell && !one.says.includes(one.cell) ? ` (${one.cell})` : null),
    el("dl", {}, facts.filter(([, value]) => value).map(([name, value]) => el("div", {}, el("dt", {}, say(`claim.${name}`)), el("dd", {}, value)))),
    el("p", {}, one.reason));
}

// A session: bets, rounds and a bankroll; the distribution of the total.
import { el, field, fill, picture, say, settle, shown, working } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let turn = 0;

export async function update(place) {
  const rules = store.rules(), mine = ++turn;
  if (place.dataset.of !== rules.name) fill(place, el("h1", {}, say("tabs.session")), working());
  place.dataset.of = rules.name;
  const found = await ask("wagers", rules);
  if (mine !== turn || !settle(place, found, () => [])) return;
  const terms = store.fields("session", { rounds: "100", bankroll: "", goal: "", stakes: { [Object.keys(found.bets)[0]]: "10" } });
  const answer = el("div", { id: "evening", "aria-live": "polite" });
  const draw = async () => {
    const now = ++turn;
    place.setAttribute("aria-busy", "true");
    fill(answer, working());
    const { of, stakes, ...asked } = terms;
    const evening = await ask("session", { ...rules, letters: store.state.letters, stakes, ...asked });
    if (now !== turn) return;
    place.removeAttribute("aria-busy");
    settle(answer, evening, () => [el("div", { class: "plots" }, evening.plots.map(picture)), ...shown(evening)]);
  };
  const input = (from, name, label) => field(label, el("input", { value: from[name] ?? "", inputmode: "decimal", size: 8,
    oninput: (event) => { from[name] = event.target.value; store.keep(); } }));
  fill(place, el("h1", {}, say("tabs.session")), el("p", {}, say("session_intro")),
    el("form", { class: "terms", onsubmit: (event) => { event.preventDefault(); draw(); } },
      Object.entries(found.bets).map(([id, name]) =>
        input(terms.stakes, id, say(found.by_arrays.includes(id) ? "stake_elsewhere" : "stake_on", { wager: name }))),
      ["rounds", "bankroll", "goal"].map((name) => input(terms, name, say(`terms.${name}`))),
      el("button", { type: "submit" }, say("work_out"))),
    answer);
  draw();
}

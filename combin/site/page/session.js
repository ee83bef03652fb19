// A session: bets, rounds and a bankroll; the law of what they come to.
import { el, field, fill, picture, say, settle, shown } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let stakes = {}, terms = { rounds: "100", bankroll: "", goal: "" }, of = "";

export async function update(place) {
  const rules = store.rules();
  if (!place.childElementCount) fill(place, el("p", {}, say("working")));
  const found = await ask("wagers", rules);
  if (!settle(place, found, () => [])) return;
  if (of !== rules.name) stakes = { [Object.keys(found.bets)[0]]: "10" };
  of = rules.name;
  const answer = el("div", { id: "evening", "aria-live": "polite" });
  const draw = async () => {
    fill(answer, el("p", {}, say("working")));
    const evening = await ask("session", { ...rules, letters: store.state.letters, stakes, ...terms });
    settle(answer, evening, () => [el("div", { class: "plots" }, evening.plots.map(picture)), ...shown(evening)]);
  };
  const input = (from, name, label) => field(label, el("input", { value: from[name] ?? "", inputmode: "decimal", size: 8,
    oninput: (event) => { from[name] = event.target.value; } }));
  fill(place, el("h1", {}, say("tabs.session")), el("p", {}, say("session_intro")),
    el("form", { class: "terms", onsubmit: (event) => { event.preventDefault(); draw(); } },
      Object.entries(found.bets).map(([id, name]) => input(stakes, id, say(found.by_arrays.includes(id) ? "stake_elsewhere" : "stake_on", { wager: name }))),
      ["rounds", "bankroll", "goal"].map((name) => input(terms, name, say(`terms.${name}`))),
      el("button", { type: "submit" }, say("work_out"))),
    answer);
  draw();
}

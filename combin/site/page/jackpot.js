// A jackpot: its terms as sliders; what it returns, when it is even, how one plays for it, and the meter's law.
import { el, field, fill, picture, say, select, settle, shown } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let terms = {}, of = "";

export async function update(place) {
  const rules = store.rules();
  if (!place.childElementCount) fill(place, el("p", {}, say("working")));
  const found = await ask("progressives", rules);
  if (!settle(place, found, () => [])) return;
  const names = Object.entries(found.wagers);
  if (!names.length) {
    fill(place, el("h1", {}, say("tabs.jackpot")), el("p", {}, say("no_jackpot")));
    return;
  }
  if (of !== rules.name || !found.wagers[terms.wager]) {
    terms = { wager: names[0][0], option: Object.keys(names[0][1].options)[0], seed: "", increment: "", meter: "", stake: "", seats: "", ante: "" };
    of = rules.name;
  }
  const one = found.wagers[terms.wager];
  const answer = el("div", { id: "worth", "aria-live": "polite" });
  const joint = el("div", {});
  const law = el("div", { class: "plots" });
  let timer = 0;
  const draw = async () => {
    const { ante, ...asked } = terms;
    const worth = await ask("jackpot", { ...rules, ...asked });
    settle(answer, worth, () => shown(worth));
    const { wager, option, seed, meter, stake } = terms;
    const played = await ask("joint", {
      ...rules, letters: store.state.letters, wager, option, seed, meter, stake: stake || "1", ante: ante || "5",
    });
    settle(joint, played, () => shown(played));
  };
  const set = (name, value, again = false) => {
    terms[name] = value;
    if (again) update(place);
    else {
      clearTimeout(timer);
      timer = setTimeout(draw, 150);
    }
  };
  const options = one.options[terms.option] ?? Object.values(one.options)[0];
  const seeds = options.seeds.map(Number);
  const slide = (name, most, step, value) => {
    const number = el("input", { value: terms[name], inputmode: "decimal", size: 9, placeholder: String(value),
      oninput: (event) => { range.value = event.target.value; set(name, event.target.value); } });
    const range = el("input", { type: "range", min: 0, max: most, step, value: terms[name] || value, "aria-label": say(`terms.${name}`),
      oninput: (event) => { number.value = event.target.value; set(name, event.target.value); } });
    return el("div", { class: "slider" }, field(say(`terms.${name}`), number), range);
  };
  const seed = seeds[0] ?? 10000;
  fill(place, el("h1", {}, say("tabs.jackpot")),
    el("form", { class: "terms", onsubmit: (event) => event.preventDefault() },
      names.length > 1 ? field(say("figures.wager"), select(names.map(([id, known]) => [id, known.name]), terms.wager, (value) => {
        terms.option = Object.keys(found.wagers[value].options)[0];
        set("wager", value, true);
      })) : null,
      field(say("terms.option"), select(Object.keys(one.options).map((id) => [id, id]), terms.option, (value) => set("option", value, true))),
      slide("seed", 5 * seed, seed / 10, seed),
      slide("increment", 1, 0.01, options.rates[0] ?? 0),
      slide("meter", 20 * seed, seed / 10, seed),
      slide("stake", 25, 0.5, 1),
      slide("seats", 9, 1, 1),
      slide("ante", 100, 1, 5)),
    answer, joint, law);
  draw();
  if (terms.wager !== names[0][0]) return; // the plot is of the first alone
  ask("plot", { ...rules, kind: "meter-density" }).then((plot) => plot.svg && fill(law, picture(plot)));
}

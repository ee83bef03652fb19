// A jackpot: its terms as the rules state them; what it returns, where it breaks even, how it is played for, its meter.
import { button, el, field, fill, measured, picture, say, select, settle, shown, working } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

const EMPTY = { seed: undefined, increment: undefined, meter: undefined, stake: undefined, seats: undefined };

// What no rules state: ours, and named so wherever it is.
const OURS = { ante: "5", stake: "5", meter: "50000" };

let turn = 0;

export async function update(place) {
  const rules = store.rules(), mine = ++turn;
  if (place.dataset.of !== rules.name) fill(place, el("h1", {}, say("tabs.jackpot")), working());
  place.dataset.of = rules.name;
  const found = await ask("progressives", rules);
  if (mine !== turn || !settle(place, found, () => [])) return;
  const names = Object.entries(found.wagers);
  if (!names.length) {
    fill(place, el("h1", {}, say("tabs.jackpot")), el("p", {}, say("no_jackpot")));
    return;
  }
  const terms = store.fields("jackpot", { ...EMPTY, ante: OURS.ante, ours: ["ante"] });
  const wager = terms.wager in found.wagers ? terms.wager : names[0][0];
  const { options } = found.wagers[wager];
  const option = terms.option in options ? terms.option : Object.keys(options)[0];
  const { rates, price } = options[option];
  const published = Object.fromEntries(rates);
  const stated = { stake: price ?? undefined, seed: rates[0]?.[0], increment: rates[0]?.[1], seats: found.seats ? String(found.seats) : undefined };
  if (terms.seed in published) stated.increment = published[terms.seed];
  const value = (name) => terms[name] ?? stated[name] ?? "";

  const worth = el("div", { id: "worth", "aria-live": "polite" });
  const joint = el("div", {});
  const plot = el("div", { class: "plots" });
  const inputs = {};
  let timer = 0;

  const draw = async () => {
    const now = ++turn;
    place.setAttribute("aria-busy", "true");
    const given = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, value(name) === stated[name] ? "" : value(name)]));
    if (given.increment && !given.increment.includes("%")) given.increment += "%";
    const asked = { ...rules, wager, option, ...given };
    const answer = await ask("jackpot", asked);
    if (now !== turn) return;
    if (settle(worth, answer, () => [cards(answer), ...shown(answer)])) {
      if (answer.open.length) fill(joint, example(answer.open));
      else {
        if (!joint.childElementCount) fill(joint, working());
        const { seed, meter } = given;
        const best = await ask("joint", { ...rules, wager, option, seed, meter, letters: store.state.letters, stake: value("stake") || "1", ante: value("ante") || OURS.ante });
        if (now !== turn) return;
        fill(joint, best.error ? el("p", { class: "note" }, best.error.text) : shown(best));
      }
    } else fill(joint);
    place.removeAttribute("aria-busy");
    if (plot.childElementCount || wager !== names[0][0]) return; // the plot is of the first alone
    const drawn = await ask("plot", { ...rules, kind: "meter-density" });
    if (drawn.svg) fill(plot, picture(drawn));
  };
  const again = (changes) => {
    Object.assign(terms, changes);
    store.keep();
    update(place);
  };
  const set = (name, to) => {
    terms[name] = to;
    terms.ours = terms.ours.filter((one) => one !== name);
    inputs[name].note.hidden = true;
    if (name === "seed" && terms.increment === undefined) {
      if (to in published) stated.increment = published[to];
      else terms.increment = value("increment");
      inputs.increment.input.value = value("increment");
    }
    store.keep();
    clearTimeout(timer);
    timer = setTimeout(draw, 150);
  };
  const example = (open) => {
    const ours = Object.fromEntries(open.map((term) => (term === "price" ? ["stake", OURS.stake] : ["meter", OURS.meter])));
    return el("p", { class: "notice" }, say("joint_needs"), " ",
      button(say("example"), () => again({ ...ours, ours: [...terms.ours, ...Object.keys(ours)] })));
  };
  const enter = (name, hint, unit) => {
    const note = el("small", { hidden: !terms.ours.includes(name) }, say("ours"));
    const input = el("input", { value: value(name), inputmode: "decimal", placeholder: hint, list: name === "seed" ? "seeds" : null,
      oninput: (event) => set(name, event.target.value) });
    inputs[name] = { input, note };
    return el("div", { class: "term" }, field(say(`terms.${name}`), unit ? measured(unit, input) : input), note);
  };
  const hint = (name) => (stated[name] ? say("as_stated", { value: stated[name] }) : say("not_stated"));
  const slider = () => {
    const least = Number(value("seed") || 0) * Number(value("stake") || 1), most = least ? 20 * least : 4 * Number(OURS.meter);
    const range = el("input", { type: "range", min: least, max: most, step: most / 200, value: value("meter") || least,
      "aria-label": say("terms.meter"), oninput: () => { inputs.meter.input.value = range.value; set("meter", range.value); } });
    inputs.meter.input.addEventListener("input", () => { range.value = inputs.meter.input.value; });
    return range;
  };
  const money = found.currency;
  const meter = enter("meter", stated.seed ? say("at_seed") : say("not_stated"), money);
  if (stated.seed || value("meter")) meter.append(slider());
  fill(place, el("h1", {}, say("tabs.jackpot")),
    el("form", { class: "terms", onsubmit: (event) => event.preventDefault() },
      names.length > 1 ? field(say("figures.wager"), select(names.map(([id, known]) => [id, known.name]), wager,
        (to) => again({ ...EMPTY, wager: to, option: undefined }))) : null,
      field(say("terms.option"), select(Object.keys(options).map((id) => [id, id]), option, (to) => again({ ...EMPTY, option: to }))),
      enter("stake", hint("stake"), money), enter("seed", hint("seed"), money), enter("increment", hint("increment"), { sign: "%", after: true }),
      meter, enter("seats", hint("seats")), enter("ante", say("not_stated"), money),
      el("datalist", { id: "seeds" }, rates.map(([seed]) => el("option", { value: seed })))),
    worth, joint, plot);
  fill(worth, working());
  draw();
}

// The figures that one comes for, each exact in small print.
const cards = ({ figures }) => el("div", { class: "cards" }, figures.map((one) =>
  el("div", { class: `card ${one.favours}` }, el("h2", {}, say(`worth.${one.name}`, one)),
    el("p", { class: "edge" }, one.value), one.exact ? el("p", { class: "note" }, say("exactly", one)) : null)));

// A hand: cards are chosen, and combin says what to do with them and what the dealer can have.
import { button, el, fill, say, settle, shown } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let chosen = [], game = "";

export async function update(place) {
  const rules = store.rules();
  if (!place.childElementCount) fill(place, el("p", {}, say("working")));
  const now = JSON.stringify([rules, store.state.letters]);
  const found = await ask("deal", rules);
  if (!settle(place, found, () => [])) return;
  const deck = found.suits.flatMap((suit) => suit.cards.map((one) => one.card));
  const most = found.player + found.face_up;
  chosen = game === rules.name ? chosen.filter((card) => deck.includes(card)).slice(0, most) : [];
  game = rules.name;
  const answer = el("div", { id: "explained", "aria-live": "polite" });
  const draw = async () => {
    for (const one of place.querySelectorAll("[data-card]")) {
      const at = chosen.indexOf(one.dataset.card);
      one.setAttribute("aria-pressed", String(at >= 0));
      one.classList.toggle("dealers", at >= found.player);
    }
    if (chosen.length < most) {
      fill(answer, el("p", {}, say(chosen.length < found.player ? "choose_cards" : "choose_dealer", { number: most - chosen.length })));
      return;
    }
    const asked = { ...rules, letters: store.state.letters, cards: chosen.slice(0, found.player).join(" "), dealer: chosen.slice(found.player).join(" ") };
    const explained = await ask("hand", asked);
    if (now === JSON.stringify([store.rules(), store.state.letters])) settle(answer, explained, () => shown(explained));
  };
  const toggle = (card) => {
    chosen = chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen.slice(chosen.length >= most ? 1 : 0), card];
    draw();
  };
  fill(place, el("h1", {}, say("tabs.hand")), el("p", {}, say("hand_intro")),
    el("div", { class: "deck", role: "group", "aria-label": say("cards") }, found.suits.map((suit) =>
      el("div", { class: `suit ${suit.colour}` }, suit.cards.map((one) =>
        button(one.glyph, () => toggle(one.card), { "data-card": one.card, "aria-label": `${one.glyph} ${one.name}`, class: "playing" }))))),
    el("p", { class: "bar" }, button(say("clear"), () => { chosen = []; draw(); })),
    answer);
  draw();
}

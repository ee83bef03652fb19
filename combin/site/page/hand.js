// A hand: cards are chosen, and combin says what to do with them and what the dealer can have.
import { button, el, fill, say, settle, shown, working } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";

let turn = 0;

export async function update(place) {
  const rules = store.rules(), mine = ++turn;
  if (!place.childElementCount) fill(place, el("h1", {}, say("tabs.hand")), working());
  const found = await ask("deal", rules);
  if (mine !== turn || !settle(place, found, () => [])) return;
  const known = new Map(found.suits.flatMap((suit) => suit.cards.map((one) => [one.card, { ...one, colour: suit.colour }])));
  const most = found.player + found.face_up;
  const hand = store.fields("hand", { cards: [] });
  hand.cards = hand.cards.filter((card) => known.has(card)).slice(0, most);
  const answer = el("div", { id: "explained", "aria-live": "polite" });
  const rows = el("div", { class: "rows" });
  const decision = el("p", { class: "decision", role: "status" });

  // A card that was chosen, which a click puts back; or the place of the next one.
  const slot = (at) => {
    const one = known.get(hand.cards[at]);
    return one
      ? button(one.glyph, () => toggle(one.card), { class: `playing ${one.colour}`, "aria-label": `${one.glyph} ${say("put_back", { card: one.name })}` })
      : el("span", { class: "slot", "aria-hidden": "true" });
  };
  const row = (title, from, number) => el("div", { class: "row", role: "group", "aria-label": title },
    el("span", { class: "whose" }, title), Array.from({ length: number }, (_, at) => slot(from + at)));
  const draw = async () => {
    const now = ++turn;
    fill(rows, row(say("your_cards"), 0, found.player), found.face_up ? row(say("dealers_cards"), found.player, found.face_up) : null);
    for (const one of place.querySelectorAll("[data-card]")) one.setAttribute("aria-pressed", String(hand.cards.includes(one.dataset.card)));
    const lacking = most - hand.cards.length;
    decision.className = "decision";
    fill(decision);
    if (lacking) {
      fill(answer, el("p", {}, say(lacking > found.face_up ? "choose_cards" : "choose_dealer", { number: lacking })));
      return;
    }
    place.setAttribute("aria-busy", "true");
    if (!answer.querySelector("h2")) fill(answer, working());
    const asked = { ...rules, letters: store.state.letters, cards: hand.cards.slice(0, found.player).join(" "), dealer: hand.cards.slice(found.player).join(" ") };
    const explained = await ask("hand", asked);
    if (now !== turn) return;
    place.removeAttribute("aria-busy");
    if (!settle(answer, explained, () => shown(explained)) || !explained.decision) return;
    decision.classList.add(explained.played ? "play" : "fold");
    fill(decision, explained.decision);
  };
  const toggle = (card) => {
    hand.cards = hand.cards.includes(card) ? hand.cards.filter((one) => one !== card) : [...hand.cards.slice(hand.cards.length >= most ? 1 : 0), card];
    store.keep();
    draw();
  };
  fill(place, el("h1", {}, say("tabs.hand")), el("p", {}, say("hand_intro")), 
    el("div", { class: "hands" }, rows, decision),
    el("p", { class: "bar" }, button(say("clear"), () => { hand.cards = []; store.keep(); draw(); })),
    el("div", { class: "deck", role: "group", "aria-label": say("cards") }, found.suits.map((suit) =>
      el("div", { class: `suit ${suit.colour}` }, suit.cards.map((one) =>
        button(one.glyph, () => toggle(one.card), { "data-card": one.card, "aria-label": `${one.glyph} ${one.name}`, class: "playing" }))))),
    answer);
  draw();
}

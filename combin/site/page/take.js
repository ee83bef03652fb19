// What one takes away: the rule file, documents made here, and a link that holds the whole variant.
import { button, el, fill, mistake, missing, save, say } from "./dom.js";
import { ask } from "./engine.js";
import * as store from "./store.js";
import { settled } from "./workbench.js";

const DOCUMENTS = ["card", "strategy", "poster", "par", "certificate"];

export function update(place) {
  const said = el("div", { id: "taken", "aria-live": "polite" });
  const item = (name, act) => el("li", {}, button(say(`documents.${name}`), act, { "data-take": name }), el("p", { class: "note" }, say(`documents.${name}_note`)));
  fill(place, el("h1", {}, say("tabs.take")), el("p", {}, say("take_intro")),
    el("ul", { class: "documents" },
      item("rules", () => settled().then(() => save(`${store.state.name}.toml`, store.text(), "application/toml"))),
      item("link", async () => {
        await settled();
        const address = await store.link();
        const held = el("input", { readonly: true, value: address, "aria-label": say("documents.link"), onfocus: (event) => event.target.select() });
        const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
        fill(said, el("p", {}, say(copied ? "link_copied" : "link_here")), held);
        held.focus();
      }),
      DOCUMENTS.map((kind) => item(kind, () => make(kind, said)))),
    said);
}

async function make(kind, said) {
  fill(said, el("p", {}, say("working")));
  await settled();
  const found = await ask("document", { ...store.rules(), letters: store.state.letters, kind });
  if (found.error) fill(said, mistake(found.error));
  else if (found.missing) fill(said, missing());
  else {
    const bytes = Uint8Array.from(atob(found.base64), (one) => one.charCodeAt(0));
    save(found.file, new Blob([bytes]));
    fill(said, el("p", {}, say("saved", { file: found.file })));
  }
}

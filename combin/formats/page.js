"use strict";
// What a report does when it is read on a screen: tables that sort, verdicts to choose from, sections to fold, points of
// a plot that say what they are. Without it the page says all the same.
(() => {
  const main = document.querySelector("main");
  const make = (tag, kind, text) => Object.assign(document.createElement(tag), { className: kind, textContent: text });
  const button = (kind, text, click) => {
    const made = make("button", kind, text);
    made.type = "button";
    made.addEventListener("click", click);
    return made;
  };

  // -- tables: rows that go on from the one above stay with it, and sums stay last
  const groups = (body) => {
    const found = [];
    let open = false;
    for (const row of body.rows) {
      if (open) found.at(-1).push(row);
      else found.push([row]);
      open = row.classList.contains("more");
    }
    return found;
  };
  const number = (text) => {
    const written = text.replace(/[$£€,%\s]/g, "").replace(/^\+/, "");
    const [above, below] = written.split("/");
    const value = below ? Number(above) / Number(below) : Number(written);
    return written && Number.isFinite(value) ? value : null;
  };
  const sort = (table, column, head) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const text = (group) => group[0].cells[column].textContent.trim();
    const compare = (one, other) => {
      const [a, b] = [number(text(one)), number(text(other))];
      if (a !== null && b !== null) return a - b;
      if (a !== null || b !== null) return a === null ? 1 : -1;
      return text(one).localeCompare(text(other));
    };
    const all = groups(body);
    const sums = all.filter((group) => group[0].classList.contains("sum"));
    const rows = all.filter((group) => !sums.includes(group)).sort(compare);
    if (down) rows.reverse();
    body.append(...rows.flat(), ...sums.flat());
  };
  for (const table of document.querySelectorAll("main table")) {
    if (groups(table.tBodies[0]).length < 4) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const words = head.textContent.trim();
      if (!words) return;
      head.replaceChildren(button("sort", words, () => sort(table, column, head)));
    });
  }

  // -- sections to fold: what follows a heading of the third level, up to the next heading
  const sections = [...main.querySelectorAll("h3")].map((heading) => {
    const parts = [];
    for (let part = heading.nextElementSibling; part && !/^H[23]$/.test(part.tagName); part = part.nextElementSibling) {
      parts.push(part);
    }
    const fold = button("fold", "", () => show(fold.getAttribute("aria-expanded") !== "true"));
    const show = (open) => {
      fold.setAttribute("aria-expanded", open);
      for (const part of parts) part.classList.toggle("folded", !open);
    };
    fold.setAttribute("aria-label", heading.textContent);
    heading.prepend(fold);
    show(true);
    return { heading, parts, show };
  });

  // -- verdicts to choose from: those of entries, and not of tables that say what a verdict means
  // or how often it is given; rows that go on from the one above have its verdicts too
  const words = (entry) => [...entry.querySelectorAll("strong[class]")].map((verdict) => verdict.textContent.toLowerCase());
  const rows = [...main.querySelectorAll("tbody")].flatMap(groups);
  const parts = [...main.querySelectorAll("main > ul > li, main > ol > li, main > p")].map((entry) => [entry]);
  const verdicts = new Map();
  for (const group of [...rows, ...parts]) {
    const given = group.flatMap(words);
    if (!given.length || group[0].cells?.[0].querySelector("strong[class]")) continue;
    for (const entry of group) verdicts.set(entry, given);
  }
  const entries = [...verdicts.keys()];
  const blocks = [...main.children];
  const level = (block) => (block.matches(".title") ? 8 : Number(/^H(\d)$/.exec(block.tagName)?.[1] ?? 9));
  const tools = make("div", "tools", "");
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "What to show");
  const chosen = new Set();
  const wanted = (entry) => !chosen.size || verdicts.get(entry).some((word) => chosen.has(word));
  // What stands below entries stays with them, and so do their headings; all else goes while some verdicts are chosen.
  const apply = () => {
    for (const entry of entries) entry.classList.toggle("filtered", !wanted(entry));
    let stays = false;
    const kept = blocks.map((block) => {
      const own = entries.filter((entry) => block.contains(entry));
      stays = !chosen.size || (own.length ? own.some(wanted) : stays && level(block) === 9);
      return stays;
    });
    blocks.forEach((block, place) => {
      const next = blocks.findIndex((other, at) => at > place && level(other) <= level(block));
      const own = kept.slice(place, next < 0 ? undefined : next);
      block.classList.toggle("filtered", !own.some(Boolean));
    });
  };
  const all = new Set([...verdicts.values()].flat());
  for (const word of all.size > 1 ? all : []) {
    const choice = button("verdict", word, () => {
      if (!chosen.delete(word)) chosen.add(word);
      choice.setAttribute("aria-pressed", chosen.has(word));
      apply();
    });
    choice.setAttribute("aria-pressed", false);
    tools.append(choice);
  }
  if (sections.length > 1) {
    tools.append(button("all", "Fold all", () => sections.forEach(({ show }) => show(false))));
    tools.append(button("all", "Unfold all", () => sections.forEach(({ show }) => show(true))));
  }
  if (tools.children.length) main.prepend(tools);
  addEventListener("beforeprint", () => sections.forEach(({ show }) => show(true)));
  const follow = () => {
    const heading = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    sections.find((section) => section.heading === heading)?.show(true);
  };
  addEventListener("hashchange", follow);

  // -- points of plots: the nearest one to the pointer says what it is; on a plot in focus, those that arrow keys lead to
  const tip = make("div", "tip", "");
  tip.setAttribute("role", "status");
  tip.hidden = true;
  document.body.append(tip);
  for (const plot of document.querySelectorAll("svg[data-points]")) {
    const points = JSON.parse(plot.dataset.points).sort(([x], [other]) => x - other);
    const ring = document.createElementNS(plot.namespaceURI, "circle");
    ring.setAttribute("class", "ring");
    ring.setAttribute("r", 6);
    let at = -1;
    const leave = () => {
      at = -1;
      tip.hidden = true;
      ring.remove();
    };
    const tell = (place) => {
      at = place;
      const [x, y, words] = points[place];
      ring.setAttribute("cx", x);
      ring.setAttribute("cy", y);
      plot.append(ring);
      tip.textContent = words;
      tip.hidden = false;
      const { right, bottom } = ring.getBoundingClientRect();
      const most = document.documentElement.clientWidth - tip.offsetWidth - 4;
      tip.style.left = `${Math.max(4, Math.min(right + 4, most)) + scrollX}px`;
      tip.style.top = `${bottom + 4 + scrollY}px`;
    };
    const point = (event) => {
      const under = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
      const far = ([x, y]) => Math.hypot(x - under.x, (y - under.y) / 6);
      const nearest = points.reduce((best, one, place) => (far(one) < far(points[best]) ? place : best), 0);
      if (far(points[nearest]) > 40) leave();
      else tell(nearest);
    };
    const title = plot.querySelector("title"); // which a browser shows beside what is told here
    const name = document.createElementNS(title.namespaceURI, "desc");
    title.replaceWith(Object.assign(name, { id: title.id, textContent: title.textContent }));
    plot.tabIndex = 0;
    plot.addEventListener("pointermove", point);
    plot.addEventListener("pointerdown", point);
    plot.addEventListener("pointerleave", leave);
    plot.addEventListener("blur", leave);
    plot.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === "Escape") leave();
      if (!step) return;
      event.preventDefault();
      tell((at + step + points.length) % points.length);
    });
  }
})();

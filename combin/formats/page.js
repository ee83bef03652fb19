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

  // -- verdicts to choose from: those of entries, and not of tables that say what a verdict means or how often it is given
  const entries = [...main.querySelectorAll("tr, main > ul > li, main > ol > li")].filter(
    (entry) => entry.querySelector("strong[class]") && !entry.cells?.[0].querySelector("strong[class]"),
  );
  const counts = new Map();
  const words = (entry) => [...entry.querySelectorAll("strong[class]")].map((verdict) => verdict.textContent.toLowerCase());
  const verdicts = new Map(entries.map((entry) => [entry, new Set(words(entry))]));
  for (const given of verdicts.values()) for (const word of given) counts.set(word, (counts.get(word) || 0) + 1);
  const tools = make("div", "tools", "");
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "What to show");
  if (counts.size > 1) {
    const chosen = new Set();
    const apply = () => {
      for (const [entry, given] of verdicts) {
        entry.classList.toggle("folded", chosen.size > 0 && ![...given].some((word) => chosen.has(word)));
      }
      for (const { heading, parts } of sections) {
        const own = entries.filter((entry) => parts.some((part) => part.contains(entry)));
        const gone = chosen.size > 0 && own.length > 0 && own.every((entry) => entry.classList.contains("folded"));
        for (const part of [heading, ...parts]) part.classList.toggle("filtered", gone);
      }
    };
    for (const [word, count] of counts) {
      const choice = button("verdict", `${word} (${count})`, () => {
        const on = !chosen.has(word);
        if (on) chosen.add(word);
        else chosen.delete(word);
        choice.setAttribute("aria-pressed", on);
        apply();
      });
      choice.setAttribute("aria-pressed", false);
      tools.append(choice);
    }
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

  // -- points of plots: the nearest one to the pointer says what it is
  const tip = make("div", "tip", "");
  tip.hidden = true;
  document.body.append(tip);
  for (const plot of document.querySelectorAll("svg[data-points]")) {
    const points = JSON.parse(plot.dataset.points);
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ring.setAttribute("class", "ring");
    ring.setAttribute("r", 6);
    const leave = () => {
      tip.hidden = true;
      ring.remove();
    };
    plot.addEventListener("pointermove", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
      const far = ([x, y]) => Math.hypot(x - at.x, (y - at.y) / 6);
      const nearest = points.reduce((best, point) => (far(point) < far(best) ? point : best));
      if (far(nearest) > 40) return leave();
      ring.setAttribute("cx", nearest[0]);
      ring.setAttribute("cy", nearest[1]);
      plot.append(ring);
      tip.textContent = nearest[2];
      tip.hidden = false;
      const width = tip.offsetWidth;
      tip.style.left = `${Math.max(4, Math.min(event.pageX + 14, document.documentElement.clientWidth - width - 4))}px`;
      tip.style.top = `${event.pageY + 14}px`;
    });
    plot.addEventListener("pointerleave", leave);
  }
})();

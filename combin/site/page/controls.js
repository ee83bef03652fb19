// A control for each entry that the language has for the tables of a rule file, as its schema describes them.
const LEFT_TO_THE_TEXT = new Set(["id", "title", "source", "pay_tables", "irregularities", "readings",
  "tournament", "details"]);
const table = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// The tables with their controls: a "choice", "switch", "text", "number" (exact, or a word among `options`) or "toml".
export function sections(entries, definitions) {
  const resolved = ({ $ref = "", ...own }) => ($ref ? { ...resolved(definitions[$ref.slice("#/$defs/".length)]), ...own } : own);
  const optionsOf = (entry) => [...entry.enum ?? [], ...(typeof entry.const === "string" ? [entry.const] : []),
    ...(entry.anyOf ?? []).flatMap((one) => optionsOf(resolved(one)))];
  const numeric = (entry) => ["integer", "number"].includes(entry.type) || (entry.anyOf ?? []).some((one) => numeric(resolved(one)));

  function kindOf(entry) {
    if (entry.enum || "const" in entry) return "choice";
    if (entry.type === "boolean") return "switch";
    return numeric(entry) ? "number" : entry.type === "string" ? "text" : "toml";
  }

  // The controls of a table; those of tables inside it, named `before` their entries, come last.
  function controls(place, schema, given, before = "") {
    const found = [], inside = [];
    for (const [name, reference] of Object.entries(schema.properties ?? {})) {
      const entry = resolved(reference), here = [...place, name], kind = kindOf(entry);
      if (name === "rule" || name.endsWith("_rule") || name === "settles" || name === "name") continue;
      if (entry.type === "object" && entry.properties) {
        inside.push([here, entry, given?.[name], `${before}${name} `]);
        continue;
      }
      const options = kind === "switch" ? [] : optionsOf(entry), value = short(given?.[name]);
      if (kind === "choice" && options.length === 1 && options[0] === entry.default) continue;
      found.push({ place: here, name: `${before}${name}`.replaceAll("_", " "), says: entry.description ?? "",
        kind: typeof value === "object" && value !== null ? "toml" : kind, options, value: text(value), default: text(entry.default) });
    }
    return [...found, ...inside.flatMap((one) => controls(...one))];
  }

  const section = (place, schema, given) =>
    ({ place, says: schema.description ?? "", controls: controls(place, schema, table(given) ? given : {}) });

  function ofWagers(schema, wagers) {
    const kinds = resolved(schema.additionalProperties).anyOf.map(resolved);
    return Object.entries(table(wagers) ? wagers : {}).filter(([, entry]) => table(entry)).map(([wager, entry]) =>
      section(["wager", wager], kinds.find((kind) => optionsOf(kind.properties.settles).includes(entry.settles)) ?? {}, entry));
  }

  return Object.entries(definitions.RulesFile.properties).flatMap(([name, schema]) => {
    if (LEFT_TO_THE_TEXT.has(name)) return [];
    if (name === "wager") return ofWagers(schema, entries.wager);
    return name in entries || "default" in schema ? [section([name], resolved(schema), entries[name])] : [];
  }).filter((one) => one.controls.length);
}

// An outcome that says no more than what it pays, in its short form.
const short = (value) => (table(value) && "pays" in value && Object.keys(value).every((key) => key === "pays" || key === "rule")
  ? value.pays : value ?? null);

const text = (value) => (value === undefined || value === null ? null : typeof value === "string" ? value : written(value));

// A value as TOML writes it on one line.
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (!table(value)) return typeof value === "string" ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : String(value);
  const inside = Object.entries(value).map(([key, one]) => `${/^[\w-]+$/.test(key) ? key : written(key)} = ${written(one)}`);
  return inside.length ? `{ ${inside.join(", ")} }` : "{}";
}

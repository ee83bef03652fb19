// Figures of a changed pay at once, without Python: exact sums over the counts that come with the figures of a game.
// Fractions are pairs of BigInt, the second one above 0. What a net, a way and a row are is said in counts.py.

/** @type {(one: any, two: any) => any} */
const gcd = (one, two) => {
  while (two) [one, two] = [two, one % two];
  return one < 0n ? -one : one;
};
/** @type {(above: any, below: any) => any} */
const lowest = (above, below) => {
  const common = gcd(above, below) || 1n;
  return below < 0n ? [-above / common, -below / common] : [above / common, below / common];
};
export const plus = ([a, b], [c, d]) => lowest(a * d + c * b, b * d);
export const minus = (one, [c, d]) => plus(one, [-c, d]);
export const times = ([a, b], [c, d]) => lowest(a * c, b * d);
export const over = ([a, b], [c, d]) => lowest(a * d, b * c);
/** @type {any} */
const NONE = [0n, 1n];
/** @type {any} */
const UNIT = [1n, 1n];

// A number as the rules language has it, "3", "1.5", "3/2" or "10%"; null for anything else.
/** @type {(text: any) => any} */
export function fraction(text) {
  const found = /^(?:(-?\d{1,30})(?:\.(\d{1,30}))?(%?)|(-?\d{1,30})\/(\d{1,30}))$/.exec(String(text).trim());
  if (!found || found[5]?.match(/^0+$/)) return null;
  if (found[5]) return lowest(BigInt(found[4]), BigInt(found[5]));
  const digits = found[2] ?? "";
  return lowest(BigInt(found[1] + digits), 10n ** BigInt(digits.length + (found[3] ? 2 : 0)));
}

const known = new Map();
const constant = (text) => known.get(text) ?? known.set(text, fraction(text)).get(text);

export const written = ([above, below]) => (below === 1n ? `${above}` : `${above}/${below}`);

// Half up, from the exact value, as Python writes them.
export function decimal([above, below], digits) {
  const size = (2n * (above < 0n ? -above : above) * 10n ** BigInt(digits) + below) / (2n * below);
  return (above < 0n && size ? "-" : "") + pointed(size, digits);
}
const pointed = (size, digits) => {
  const text = String(size).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
};
export const percent = (value, digits = 4) => `${decimal(times(value, [100n, 1n]), digits)}%`;

function root(square) {
  if (square < 2n) return square;
  let found = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (found + square / found) >> 1n;
    if (next >= found) return found;
    found = next;
  }
}
const rootDecimal = ([above, below], digits) => pointed((root((4n * 100n ** BigInt(digits) * above) / below) + 1n) / 2n, digits);

// A value as people write it: "7", "1.5", "1/3".
export function plain(value) {
  for (let digits = 0; digits < 13; digits += 1) {
    if (10n ** BigInt(digits) % value[1] === 0n) return decimal(value, digits);
  }
  return written(value);
}

export const size = ([above, below]) => Number((above * 10n ** 15n) / below) / 1e15;

// The gain of a line: of what is won, commission leaves a part.
function gain(pay, [scale, rest, kept]) {
  const won = plus(times(constant(scale), pay), constant(rest));
  return won[0] > 0n ? times(won, constant(kept)) : won;
}

const amount = ([fixed, ...terms], pays) => terms.reduce(
  (sum, [of, cell, ...form]) => plus(sum, times(constant(of), gain(pays.get(cell), form))), constant(fixed));

export const cellsOf = (counts) => new Set(counts.ways.flatMap(([, nets]) => nets.flatMap(([, ...terms]) => terms.map((term) => term[1]))));

// A wager with these pays: its net results with their deals, what each line of its table has in them, and the deals in
// which the optimal decision is another one than with the pays that were counted.
export function results(counts, pays) {
  const outcomes = new Map(), lines = new Map();
  const ways = counts.ways.map(([staked, nets]) => ({ staked: constant(staked), nets, worth: nets.map((net) => amount(net, pays)) }));
  let total = 0n, staked = NONE, moved = 0n, sum = NONE;
  const add = (way, deals, sign = 1n) => deals.forEach((number, at) => {
    const count = sign * BigInt(number);
    if (!count) return;
    const { nets, worth } = ways[way], key = written(worth[at]), before = outcomes.get(key);
    outcomes.set(key, [worth[at], (before ? before[1] : 0n) + count]);
    total += count;
    staked = plus(staked, times(ways[way].staked, [count, 1n]));
    sum = plus(sum, times(worth[at], [count, 1n]));
    for (const [of, cell, ...form] of nets[at].slice(1)) {
      const line = lines.get(cell) ?? { count: 0n, part: NONE, slope: NONE };
      const stake = times(constant(of), [count, 1n]);
      line.count += count;
      line.part = plus(line.part, times(stake, gain(pays.get(cell), form)));
      line.slope = plus(line.slope, times(stake, times(constant(form[0]), constant(form[2]))));
      lines.set(cell, line);
    }
  });
  for (const [way, ...deals] of counts.rows) add(way, deals);
  for (const [options, taken, ...deals] of counts.open) {
    const worth = options.map((way) => deals.reduce((all, number, at) => plus(all, times(ways[way].worth[at], [BigInt(number), 1n])), NONE));
    const best = worth.reduce((first, value, at) => (minus(value, worth[first])[0] > 0n ? at : first), 0);
    if (best === taken) continue;
    add(options[taken], deals, -1n);
    add(options[best], deals);
    moved += deals.reduce((all, number) => all + BigInt(number), 0n);
  }
  return { outcomes: [...outcomes.values()].filter(([, count]) => count), lines, total, staked, sum, moved };
}

// The figures of a card, as Python writes them.
export function figures({ outcomes, total, staked, sum }) {
  const mean = (value) => over(value, [total, 1n]);
  const loss = times(mean(sum), [-1n, 1n]), average = mean(staked);
  const squares = outcomes.reduce((all, [net, count]) => plus(all, times(times(net, net), [count, 1n])), NONE);
  const chance = (is) => percent([outcomes.reduce((all, [[net], count]) => all + (is(net) ? count : 0n), 0n), total]);
  return {
    edge: percent(loss), exact: written(loss), risk: percent(over(loss, average)), average: decimal(average, 4),
    hit: chance((net) => net > 0n), push: chance((net) => net === 0n),
    deviation: rootDecimal(minus(mean(squares), times(loss, loss)), 4),
  };
}

export const exactEdge = ({ sum, total }) => written(over(sum, [-total, 1n]));

// Net results from the best down, each with its probability and its part of the expected value.
export function outcomesOf({ outcomes, total }) {
  const sorted = [...outcomes].sort(([one], [two]) => (minus(two, one)[0] > 0n ? 1 : -1));
  return sorted.map(([net, count]) => line(plain(net), [count, total], over(times(net, [count, 1n]), [total, 1n])));
}

export const line = (text, chance, part) => ({ line: text, chance: percent(chance), part: percent(part), length: size(part) });

// The lines of a pay table by cell, and the results that no cell pays. Of a progressive wager a line's part is of the
// return, the stake included, so that hands on no line have none.
export function linesOf(counts, { lines, total }) {
  const stake = counts.jackpot ? 1n : 0n;
  const cells = new Map([...lines].map(([cell, { count, part }]) =>
    [cell, line(cell, [count, total], over(plus(part, [stake * count, 1n]), [total, 1n]))]));
  if (counts.jackpot) return { cells, rest: [] };
  const others = (counts.names ?? []).map((name, at) => [name, counts.ways[at][1][0], BigInt(counts.rows[at][1])]);
  const rest = others.filter(([, net]) => net.length === 1).map(([name, [net], count]) =>
    line(name, [count, total], over(times(constant(net), [count, 1n]), [total, 1n])));
  return { cells, rest };
}

// A progressive wager: what it returns of each unit staked while the meter shows its seed, all and without shares of the
// meter, the part of the meter that it wins on average, and the meter at which it is even.
export function returns({ jackpot: { price, meter } }, { sum, lines, total }, pays, isShare) {
  const now = plus(UNIT, over(sum, [total, 1n])), stake = price ? constant(price) : UNIT;
  let [share, fixed] = [NONE, now];
  for (const [cell, line] of lines) {
    if (!isShare(cell)) continue;
    share = plus(share, times([line.count, total], pays.get(cell)));
    fixed = minus(fixed, over(plus(line.part, [line.count, 1n]), [total, 1n]));
  }
  return { now: price && meter ? now : null, fixed, share, even: share[0] ? times(over(minus(UNIT, fixed), share), stake) : null };
}

// -- is this pay meant?

// The pay from which on a wager returns more than it takes. Where it does so without this line, the pay by which the line
// alone returns all that is staked. The worth of the best strategy is convex in a pay, so that Newton's steps come down
// on it from above.
export function limit(counts, pays, cell) {
  const at = (pay) => results(counts, new Map(pays).set(cell, pay));
  const unpaid = at(NONE);
  let pay = pays.get(cell);
  for (let step = 0; step < 20; step += 1) {
    const { sum, staked, lines } = at(pay), slope = lines.get(cell)?.slope;
    if (!slope?.[0]) return null;
    if (unpaid.sum[0] >= 0n) return over(staked, slope);
    if (!sum[0]) break;
    pay = minus(pay, over(sum, slope));
  }
  return pay;
}

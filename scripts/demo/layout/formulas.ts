import type { Sheet } from './sheet.ts';

/** Part of a formula: number, name of a function, cell or range, or operator. */
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|((?:'[^']+'!|[A-Za-z]+!)?[A-Z]+\d+(?::[A-Z]+\d+)?)|([A-Z]+)(?=\()|([-+*/(),]))/y;

/** Calculates all formulas; returns the values by `Sheet!A1`. Knows + - * / and SUM, MAX, MIN, AVERAGE. */
export function evaluateFormulas(sheets: readonly Sheet[]): Map<string, number> {
  const cells = new Map<string, string | number>();
  for (const { name, rows } of sheets)
    rows.forEach((row, index) => {
      row.forEach((cell, at) => {
        if (cell) cells.set(`${name}!${columnName(at)}${index + 1}`, cell.value);
      });
    });
  const values = new Map<string, number>();
  const visiting = new Set<string>();
  const calculate = (address: string): number => {
    const known = values.get(address);
    if (known !== undefined) return known;
    const content = cells.get(address);
    if (typeof content === 'number') return content;
    if (content === undefined || !content.startsWith('=')) return 0;
    if (visiting.has(address)) throw new Error(`${address} refers to itself`);
    visiting.add(address);
    const sheet = address.slice(0, address.indexOf('!'));
    const value = evaluate(content.slice(1), (reference) => listAddresses(reference, sheet).map(calculate));
    if (!Number.isFinite(value)) throw new Error(`${address} has no value: ${content}`);
    values.set(address, Math.round(value * 1e6) / 1e6);
    return value;
  };
  for (const [address, content] of cells)
    if (typeof content === 'string' && content.startsWith('=')) calculate(address);
  return values;
}

function evaluate(formula: string, resolve: (reference: string) => number[]): number {
  const tokens = readTokens(formula);
  let at = 0;
  const take = (text: string): boolean => {
    if (tokens[at] !== text) return false;
    at += 1;
    return true;
  };
  const sum = (): number => {
    let value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('-')) value -= product();
      else return value;
    }
  };
  const product = (): number => {
    let value = factor();
    for (;;) {
      if (take('*')) value *= factor();
      else if (take('/')) value /= factor();
      else return value;
    }
  };
  const factor = (): number => {
    if (take('-')) return -factor();
    if (take('(')) {
      const value = sum();
      take(')');
      return value;
    }
    const token = tokens[at] ?? '';
    at += 1;
    if (/^\d/.test(token)) return Number(token);
    if (tokens[at] !== '(') return resolve(token)[0] ?? 0;
    at += 1;
    const list: number[] = [];
    while (!take(')')) {
      const next = tokens[at] ?? '';
      if (next.includes(':')) {
        list.push(...resolve(next));
        at += 1;
      } else list.push(sum());
      take(',');
    }
    return callFunction(token, list);
  };
  return sum();
}

function readTokens(formula: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < formula.length) {
    const match = TOKEN.exec(formula);
    if (!match) throw new Error(`Not a formula: ${formula}`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
  }
  return tokens;
}

function callFunction(name: string, list: readonly number[]): number {
  const total = list.reduce((sum, value) => sum + value, 0);
  if (name === 'SUM') return total;
  if (name === 'AVERAGE') return total / list.length;
  if (name === 'MAX') return Math.max(...list);
  if (name === 'MIN') return Math.min(...list);
  throw new Error(`Unknown function ${name}`);
}

function listAddresses(reference: string, sheet: string): string[] {
  const [, named, cells = reference] = /^(?:'?([^'!]+)'?!)?(.+)$/.exec(reference) ?? [];
  const [first = '', last = first] = cells.split(':');
  const [[left, top], [right, bottom]] = [splitAddress(first), splitAddress(last)];
  const addresses: string[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      addresses.push(`${named ?? sheet}!${columnName(column)}${row}`);
  return addresses;
}

function splitAddress(address: string): readonly [column: number, row: number] {
  const [, letters = 'A', digits = '1'] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  return [
    [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0) - 1,
    Number(digits),
  ];
}

/** A for 0, AA for 26. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

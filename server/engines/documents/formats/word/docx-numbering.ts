import type { OfficePackage } from '../containers/office-package.ts';
import { attributeOf, childrenOf, tagOf, type XmlNode } from '../containers/xml.ts';
import { childValue } from './docx-styles.ts';

interface Level {
  format: string;
  /** '%1.%2' stands for the counters of the first and second level. */
  pattern: string;
  start: number;
  style: string | undefined;
}

export interface NumberedParagraph {
  numbering: string;
  level: number | undefined;
  style: string | undefined;
}

/**
 * Numbers as Word would show them ('4.2', '(b)'): they stand nowhere in the text, yet clauses are cited by them.
 * The function returned counts, so it is to be called once per numbered paragraph, in order.
 */
export function readNumbering(file: OfficePackage): (paragraph: NumberedParagraph) => string {
  const path = file.relationships(file.main).find((relation) => relation.type === 'numbering')?.target;
  const nodes = path && file.has(path) ? childrenOf(file.part(path)) : [];
  const definitions = new Map<string, Level[]>();
  const numberings = new Map<string, string>();
  for (const node of nodes) {
    if (tagOf(node) === 'abstractNum')
      definitions.set(attributeOf(node, 'abstractNumId') ?? '', readLevels(node));
    if (tagOf(node) === 'num')
      numberings.set(attributeOf(node, 'numId') ?? '', childValue(node, 'abstractNumId') ?? '');
  }
  const counters = new Map<string, number[]>();

  return ({ numbering, level, style }) => {
    const definition = numberings.get(numbering);
    const levels = definition === undefined ? undefined : definitions.get(definition);
    if (definition === undefined || !levels) return '';
    const at =
      level ??
      Math.max(
        0,
        levels.findIndex((candidate) => candidate.style === style),
      );
    const count = counters.get(definition) ?? [];
    const own = levels[at];
    if (!own || own.format === 'bullet' || own.format === 'none') return '';
    const counted = [...count.slice(0, at), (count[at] ?? own.start - 1) + 1];
    counters.set(definition, counted);
    return own.pattern.replace(/%([1-9])/g, (_, digit: string) => {
      const shown = levels[Number(digit) - 1];
      return formatNumber(counted[Number(digit) - 1] ?? shown?.start ?? 1, shown?.format ?? 'decimal');
    });
  };
}

function readLevels(definition: XmlNode): Level[] {
  return childrenOf(definition)
    .filter((node) => tagOf(node) === 'lvl')
    .map((node) => ({
      format: childValue(node, 'numFmt') ?? 'decimal',
      pattern: childValue(node, 'lvlText') ?? '',
      start: readStart(node),
      style: childValue(node, 'pStyle'),
    }));
}

/** Applies Word's own bounds; a malicious file starts at a number that cannot be counted from. */
function readStart(level: XmlNode): number {
  const start = Number(childValue(level, 'start') ?? 1);
  return start >= 0 && start <= 32_767 ? Math.floor(start) : 1;
}

function formatNumber(value: number, format: string): string {
  const text = format.endsWith('Letter')
    ? toLetters(value)
    : format.endsWith('Roman')
      ? toRoman(value)
      : String(value);
  return format.startsWith('upper') ? text.toUpperCase() : text;
}

/** a to z, then aa, bb, cc, as Word does. */
function toLetters(value: number): string {
  const letter = String.fromCharCode(97 + ((value - 1) % 26));
  return letter.repeat(Math.min(10, Math.ceil(value / 26)));
}

const ROMAN: [number, string][] = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function toRoman(value: number): string {
  // Beyond a few hundred nobody counts in letters, and a malicious start value would make a long text.
  if (!(value > 0 && value < 400)) return String(value);
  const [worth, sign] = ROMAN.find(([least]) => least <= value) ?? [value, ''];
  return value === worth ? sign : sign + toRoman(value - worth);
}

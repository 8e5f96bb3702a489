import { parseDate } from './cell-values.ts';
import type { TableMatch } from './match-table.ts';
import type { Table } from './table-types.ts';

const YES = /^(?:yes|y|ja|oui|sí|si|true|x|✓|✔|done|completed?|signed|received|paid)$/iu;
const NO =
  /^(?:no|n|nein|non|false|pending|open|outstanding|missing|none|n\/a|-|–|—|(?:not|to be) .{1,40})?$/iu;
const NOT =
  /(?<!\p{L})(?:not|never|no(?!\.? ?\d)|nobody|none|without|lack(?:s|ed|ing)?|missing|yet to|nicht|kein\p{L}*|niemand|ohne|pas|sans|aucun\p{L}*|sin|ningun\p{L}*|ningún|nadie)(?!\p{L})|n['’]t(?!\p{L})/giu;

/**
 * Leaves the rows for which a column that the question names says yes, or has a date: of the people in *Signed: yes*, *Signed:
 * no* those who signed. A question with a negation asks for the others.
 */
export function leaveAffirmed(
  table: Table,
  { columns }: TableMatch,
  rows: readonly number[],
  question: string,
): readonly number[] {
  const column = columns.findIndex(({ found }, at) => {
    if (at === 0 || found.size === 0) return false;
    const cells = rows.map((row) => (table.rows[row]?.cells[at] ?? '').trim());
    const isAnswer = (cell: string) => NO.test(cell) || isYes(cell);
    return cells.every(isAnswer) && cells.some((cell) => NO.test(cell)) && cells.some(isYes);
  });
  if (column < 0) return rows;
  // A column may be named by such a word: who is named in *Missing: yes* is asked for by it.
  const name = (table.columns[column] ?? '').toLowerCase();
  const negations = [...question.matchAll(NOT)].filter(([word]) => !name.includes(word.toLowerCase())).length;
  // The meaning of two together is unknown.
  if (negations > 1) return rows;
  const isNegated = negations === 1;
  return rows.filter((row) => isYes((table.rows[row]?.cells[column] ?? '').trim()) !== isNegated);
}

const isYes = (cell: string): boolean => !NO.test(cell) && (YES.test(cell) || parseDate(cell) !== undefined);

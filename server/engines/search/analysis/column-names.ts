import type { TextBlock } from '../search-types.ts';

/** Lines above the first row of amounts that may name columns, and what is kept of them. */
const [MAX_COLUMN_LINES, MAX_COLUMN_LENGTH] = [3, 200];
const CELL_WITH_AMOUNT = /^[-–(]?\s*(?:\p{Sc}|[A-Z]{3}\s)?\s*[-–(]?\d[\d.,'’ ]*\s*(?:%|\p{Sc})?\)?$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Returns the names of the columns of a table whose cells are set apart by tabs: its lines before the first with an amount. */
function columnNamesOf({ kind, text }: TextBlock): string {
  if (kind !== 'table' || !text.includes('\t')) return '';
  const lines = text.split('\n', MAX_COLUMN_LINES + 1);
  const hasAmount = (line: string) =>
    line.split('\t').some((cell) => CELL_WITH_AMOUNT.test(cell.trim()) && !YEAR.test(cell.trim()));
  const first = lines.findIndex(hasAmount);
  if (first < 1) return '';
  return lines.slice(0, first).join(' ').replaceAll('\t', ' ').slice(0, MAX_COLUMN_LENGTH);
}

/** Creates a function that returns the names of the columns of the table that a position is inside of, behind its first lines. */
export function createColumnReader(group: readonly TextBlock[]): (position: number) => string {
  const tables = group.flatMap((block) => {
    const names = columnNamesOf(block);
    const start = block.start - (group[0]?.start ?? 0);
    return names === '' ? [] : [{ names, start, end: start + block.text.length }];
  });
  return (position) => tables.find(({ start, end }) => position > start && position < end)?.names ?? '';
}

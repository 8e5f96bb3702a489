import { foldText } from '#web/lib/documents/locate-passage.ts';
import type { ReadCell, Sheet } from './sheet.ts';

/** Of a row's letters, how many must stand in the quote for it to be the row that the quote tells of. */
const MIN_MATCH_SHARE = 0.6;

/**
 * The row that a quote tells of. Citations say a row with the names of its columns (`Customer: Aster; Revenue: 14`), so
 * what counts is which of its cells the quote holds, not their order. `null` when no row fits.
 */
export function findRow({ rows, columns }: Sheet, read: ReadCell, quote: string): number | null {
  const sought = foldText(quote);
  let best = { row: -1, letters: 0 };
  for (let row = 0; row < rows; row += 1) {
    let total = 0;
    let matched = 0;
    for (let column = 0; column < columns; column += 1) {
      const cell = foldText(read(row, column) ?? '');
      total += cell.length;
      if (cell !== '' && sought.includes(cell)) matched += cell.length;
    }
    if (matched > best.letters && matched >= total * MIN_MATCH_SHARE) best = { row, letters: matched };
  }
  return best.row < 0 ? null : best.row;
}

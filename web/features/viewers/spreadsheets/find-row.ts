import { foldText } from '#shared/domain/locate-passage.ts';
import type { ReadCell, Sheet } from './sheet.ts';

/** Minimum share of a row's characters that must occur in the quote. */
const MIN_MATCH_SHARE = 0.6;

/**
 * Finds the row that a quote refers to. Citations name the columns (`Customer: Aster; Revenue: 14`), so cells are
 * matched regardless of their order. Returns `null` when no row matches.
 */
export function findRow({ rows, columns }: Sheet, read: ReadCell, quote: string): number | null {
  const foldedQuote = foldText(quote);
  let best = { row: -1, letters: 0 };
  for (let row = 0; row < rows; row += 1) {
    let total = 0;
    let matched = 0;
    for (let column = 0; column < columns; column += 1) {
      const cell = foldText(read(row, column) ?? '');
      total += cell.length;
      if (cell !== '' && foldedQuote.includes(cell)) matched += cell.length;
    }
    if (matched > best.letters && matched >= total * MIN_MATCH_SHARE) best = { row, letters: matched };
  }
  return best.row < 0 ? null : best.row;
}

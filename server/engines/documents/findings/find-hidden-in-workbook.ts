import type { ParsingOptions, WorkBook } from '@e965/xlsx';
import type { HiddenFinding } from './finding.ts';

/** Hidden sheets and comments, without texts of cells. */
export const WORKBOOK_OPTIONS = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
} as const satisfies ParsingOptions;

/** Finds the hidden sheets and comments of a workbook that the library has opened, in whatever format. */
export function findHiddenInWorkbook(book: WorkBook): HiddenFinding[] {
  const hidden = book.SheetNames.filter((_, at) => book.Workbook?.Sheets?.[at]?.Hidden);
  return [...hidden.map((value) => ({ kind: 'hidden-sheet' as const, value })), ...findComments(book)];
}

function* findComments(book: WorkBook): Generator<HiddenFinding> {
  for (const name of book.SheetNames)
    for (const row of book.Sheets[name]?.['!data'] ?? [])
      for (const cell of row ?? [])
        for (const { a: author = '', t: text = '' } of cell?.c ?? []) {
          const value = text.replace(/\s+/g, ' ').trim();
          // Programs write the author in front of the text themselves.
          if (value !== '')
            yield {
              kind: 'comment',
              value: author === '' || value.startsWith(author) ? value : `${author}: ${value}`,
            };
        }
}

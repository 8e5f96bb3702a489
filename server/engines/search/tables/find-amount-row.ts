import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { type AmountQuestion, readAmountQuestion } from './amount-question.ts';
import { parseAmount } from './cell-values.ts';
import { choosePeriodColumn } from './choose-period.ts';
import { chooseOnlyColumns, choosePeriodColumns } from './computed/choose-periods.ts';
import { type AnsweringRow, findBestRow } from './find-row.ts';
import { firstFilled } from './match-table.ts';
import type { ChunkReader, TablePassage } from './read-table.ts';
import { createRowSearch } from './row-search.ts';
import { statesFigure } from './states-figure.ts';
import { TableReader } from './table-reader.ts';
import type { Table, TableRow } from './table-types.ts';

interface AnsweringPassage extends TablePassage {
  sentence: { start: number; end: number };
}

/** The row of a table, in a document, that states the figure which a question asks for. */
export function findAmountRow(
  view: PermittedView,
  text: string,
  { entry, chunkRead: firstRead, sentence }: AnsweringPassage,
  readPassage: ChunkReader,
): AnsweringRow | undefined {
  const question = readAmountQuestion(text);
  const rowSearch = question && createRowSearch(view, text, question, entry);
  if (question === undefined || rowSearch === undefined) return undefined;
  const { asked, labels } = rowSearch;
  if (statesFigure(firstRead.text.slice(sentence.start, sentence.end), asked, labels)) return undefined;
  const { period } = question;
  const isOfDocument = isPeriodOf(view, question, entry);
  return findBestRow(view, entry, rowSearch, new TableReader(readPassage), (table, row) => {
    const { cells = [], isUneven = false, text: written = '' } = table.rows[row] ?? {};
    const chosen = choosePeriodColumn(table, period, isOfDocument);
    if (period.years.length > 0 && chosen === undefined) return undefined;
    const hasAmount = (column: number) => parseAmount(cells[column] ?? '') !== undefined;
    if (chosen === undefined) {
      const amounts = [...cells.keys()].filter((column) => column > firstFilled(cells) && hasAmount(column));
      // In a list whose rows repeat the names of the columns, one of those is asked for, and of a name that several rows have no
      // single row answers.
      const isListed = written.startsWith(`${table.columns[0]}: `);
      const [only] = amounts.length === 1 && !isUneven && hasOwnName(table, row) ? amounts : [];
      if (only !== undefined) return { columns: [only], length: 0 };
      return isListed || amounts.length === 0 ? undefined : { columns: [], length: 0 };
    }
    if (!hasAmount(chosen.column) || isUneven) return undefined;
    if (period.years.length < 2) return { columns: [chosen.column], length: chosen.length };
    const ofYears =
      choosePeriodColumns(table, period.years, period.months) ?? chooseOnlyColumns(table, period.years) ?? [];
    return { columns: ofYears.every(hasAmount) ? ofYears : [], length: chosen.length };
  });
}

function hasOwnName({ rows }: Table, row: number): boolean {
  const nameOf = ({ cells }: TableRow) => cells[firstFilled(cells)] ?? '';
  const own = rows[row];
  return own !== undefined && rows.every((other) => other === own || nameOf(other) !== nameOf(own));
}

/**
 * Returns whether the title names the year that is asked for: a fiscal year may differ from that of the dates above the columns.
 */
function isPeriodOf(view: PermittedView, { period }: AmountQuestion, { unit }: IndexedEntry): boolean {
  const { title } = view.index.documentFields;
  return (
    period.years.length > 0 &&
    period.years.every((year) => view.findStems(year).some((stem) => title.has(stem, unit)))
  );
}

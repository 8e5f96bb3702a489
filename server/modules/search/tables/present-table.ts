import type { TableAnswer } from '#server/engines/search/search-engine.ts';
import type { AnswerTable } from '#shared/contracts/search/answer-table.ts';

/** Limits how much of a file without download permission one question shows. */
const [MAX_RESTRICTED_ROWS, MAX_RESTRICTED_LENGTH] = [3, 320];
/** A cell may hold a whole text. */
const MAX_CELL_LENGTH = 200;

interface TableSource {
  documentId: number;
  fileName: string;
  canDownload: boolean;
  version?: number;
}

/** Presents the rows that answer, if they are those of the file that is shown first. */
export function presentTable(
  table: TableAnswer | undefined,
  source: TableSource | undefined,
): AnswerTable | undefined {
  if (table === undefined || source === undefined || table.documentId !== source.documentId) return undefined;
  const { documentId, rows, columns, ...shown } = table;
  const { canDownload, fileName, version } = source;
  const maxLength = canDownload ? Number.POSITIVE_INFINITY : MAX_RESTRICTED_LENGTH;
  const maxCell = canDownload ? MAX_CELL_LENGTH : Math.floor(MAX_RESTRICTED_LENGTH / columns.length);
  return {
    ...shown,
    fileId: documentId,
    fileName,
    ...(version !== undefined && { version }),
    columns,
    rows: rows
      .slice(0, canDownload ? rows.length : MAX_RESTRICTED_ROWS)
      .map(({ cells, text, start, end }) => {
        const quote = truncate(text, maxLength);
        return {
          cells: cells.map((cell) => truncate(cell, maxCell)),
          quote,
          start,
          end: Math.min(end, start + quote.length),
        };
      }),
  };
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

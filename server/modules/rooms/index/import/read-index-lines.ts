import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { folderName } from '#shared/contracts/fields/base-fields.ts';
import { unescapeFormulas } from '#shared/domain/export/escape-formulas.ts';
import { MAX_FOLDER_DEPTH } from '#shared/domain/limits.ts';
import { parseDueDay } from '../../order/due-day.ts';

/** A line of an imported index. */
export interface SheetLine {
  readonly line: number;
  /** Such as `1.2.3`. */
  readonly number: string;
  readonly name: string;
  /** `undefined` where the sheet does not say it: what has lines below is a folder. */
  readonly isFolder: boolean | undefined;
  readonly dueAt: number | null;
  readonly responsibleName: string | null;
}

export interface LineProblem {
  readonly line: number;
  readonly reason: string;
}

export interface IndexSheet {
  readonly lines: SheetLine[];
  readonly problems: LineProblem[];
}

/** The names of columns in other vendors' sheets, in lower case. */
const COLUMNS = {
  number: ['number', 'no', 'no.', 'nr', 'nr.', '#', 'index', 'index number', 'index no.'],
  name: ['name', 'title', 'document', 'document name', 'file name', 'description', 'folder'],
  kind: ['kind', 'type'],
  due: ['due', 'due date', 'deadline'],
  responsible: ['responsible', 'responsible person', 'owner'],
} as const;

/** A header may follow a title and a date. */
const MAX_HEADER_ROWS = 10;
const MAX_RESPONSIBLE_LENGTH = 100;

type Cells = Record<keyof typeof COLUMNS, string>;

/** Reads the rows below the header; `undefined` without columns for number and name. */
export async function readIndexLines(
  rows: readonly (readonly string[])[],
  isCsv: boolean,
): Promise<IndexSheet | undefined> {
  const headerAt = rows
    .slice(0, MAX_HEADER_ROWS)
    .findIndex((row) => columnOf(row, COLUMNS.number) !== -1 && columnOf(row, COLUMNS.name) !== -1);
  const header = rows[headerAt];
  if (!header) return undefined;
  const at = Object.entries(COLUMNS).map(([key, names]) => [key, columnOf(header, names)] as const);
  const sheet: IndexSheet = { lines: [], problems: [] };
  const pause = createEventLoopYield();
  for (const [index, row] of rows.slice(headerAt + 1).entries()) {
    await pause();
    if (row.every((cell) => cell === '')) continue;
    const texts = at.map(([key, column]) => [key, readCell(row[column], isCsv)]);
    const cells: Cells = Object.fromEntries(texts);
    const line = headerAt + index + 2;
    // Numbers that were withdrawn are not given again.
    if (cells.kind.toLowerCase() === 'withdrawn') continue;
    const read = readLine(line, cells);
    if (typeof read === 'string') sheet.problems.push({ line, reason: read });
    else sheet.lines.push(read);
  }
  return sheet;
}

const columnOf = (row: readonly string[], names: readonly string[]): number =>
  row.findIndex((cell) => names.includes(cell.trim().toLowerCase()));

/** Returns a cell as it was before the export; a workbook needs no escape. */
const readCell = (cell = '', isCsv: boolean): string => (isCsv ? unescapeFormulas(cell) : cell);

/** Returns the line, or what is wrong with it. */
function readLine(line: number, cells: Cells): SheetLine | string {
  const number = cells.number.trim().replace(/\.$/, '');
  if (number === '') return 'it has no number';
  if (!/^[1-9]\d{0,5}(\.[1-9]\d{0,5})*$/.test(number))
    return `“${number.slice(0, 40)}” is no number such as 1.2.3`;
  if (number.split('.').length >= MAX_FOLDER_DEPTH) return `it is more than ${MAX_FOLDER_DEPTH} levels deep`;
  const name = folderName.safeParse(cells.name);
  if (!name.success) return name.error.issues[0]?.message ?? 'it has no name';
  const responsible = cells.responsible.trim();
  if (responsible.length > MAX_RESPONSIBLE_LENGTH)
    return `the responsible person has more than ${MAX_RESPONSIBLE_LENGTH} characters`;
  const dueAt = parseDay(cells.due.trim());
  if (dueAt === undefined) return `“${cells.due.slice(0, 40)}” is no date such as 2026-12-31`;
  const kind = cells.kind.trim().toLowerCase();
  return {
    line,
    number,
    name: name.data,
    isFolder: kind === '' ? undefined : kind === 'folder',
    dueAt,
    responsibleName: responsible === '' ? null : responsible,
  };
}

/** Returns the end of a day in UTC; `null` for no date, `undefined` for none that can be read. */
const parseDay = (text: string): number | null | undefined => (text === '' ? null : parseDueDay(text));

import type { RequestPriority, RequestState } from '#shared/contracts/rooms/requests.ts';
import { unescapeFormulas } from '#shared/domain/export/escape-formulas.ts';
import { parseDueDay } from '../order/due-day.ts';

/** A row of an imported list. Names are resolved later. */
export interface RequestLine {
  readonly line: number;
  readonly text: string;
  readonly area: string;
  readonly group: string;
  readonly responsible: string;
  readonly dueAt: number | null;
  readonly priority: RequestPriority;
  readonly state: RequestState;
}

type Parsed = RequestLine | { readonly line: number; readonly problem: string };

/** The names that buyers give their columns, in lower case. */
const COLUMNS = {
  text: ['request', 'text', 'question', 'description', 'document', 'item', 'information requested'],
  area: ['area', 'category', 'section', 'topic', 'workstream', 'subject'],
  group: ['group', 'requested by', 'party'],
  responsible: ['responsible', 'responsible person', 'owner', 'assignee', 'assigned to'],
  due: ['due', 'due date', 'deadline', 'date'],
  priority: ['priority', 'prio'],
  state: ['state', 'status'],
} as const;

const PRIORITIES = new Map<string, RequestPriority>(
  Object.entries({
    '': 'normal',
    low: 'low',
    l: 'low',
    '3': 'low',
    normal: 'normal',
    medium: 'normal',
    m: 'normal',
    '2': 'normal',
    high: 'high',
    h: 'high',
    urgent: 'high',
    '1': 'high',
  } as const),
);

const STATES = new Map<string, RequestState>(
  Object.entries({
    '': 'open',
    open: 'open',
    new: 'open',
    'in preparation': 'in-preparation',
    'in progress': 'in-preparation',
    provided: 'provided',
    answered: 'provided',
    accepted: 'accepted',
    closed: 'accepted',
    done: 'accepted',
    'not applicable': 'not-applicable',
    'n/a': 'not-applicable',
  } as const),
);

const MAX_TEXT_LENGTH = 2_000;
const MAX_NAME_LENGTH = 100;
/** A header may follow a title and a date. */
const MAX_HEADER_ROWS = 10;
/** Length of a cell in a message. */
const QUOTED_LENGTH = 40;

/**
 * Reads the rows below the header, each as a request or with its problem; `undefined` without a column for the text. Lists are
 * exported as CSV alone, and may have been saved as a workbook since, with what the export escaped.
 */
export function readRequestRows(rows: readonly (readonly string[])[]): Parsed[] | undefined {
  const headerAt = rows.slice(0, MAX_HEADER_ROWS).findIndex((row) => columnOf(row, COLUMNS.text) !== -1);
  const header = rows[headerAt];
  if (!header) return undefined;
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([key, names]) => [key, columnOf(header, names)]),
  );
  return rows.slice(headerAt + 1).flatMap((row, index): Parsed[] => {
    const cell = (key: keyof typeof COLUMNS): string => unescapeFormulas(row[at[key] ?? -1] ?? '').trim();
    if (row.every((each) => each === '')) return [];
    return [readRow(headerAt + index + 2, cell)];
  });
}

const columnOf = (row: readonly string[], names: readonly string[]): number =>
  row.findIndex((cell) => names.includes(cell.trim().toLowerCase()));

function readRow(line: number, cell: (key: keyof typeof COLUMNS) => string): Parsed {
  const text = cell('text');
  if (text === '') return { line, problem: 'there is no text' };
  if (text.length > MAX_TEXT_LENGTH)
    return { line, problem: `the text is longer than ${MAX_TEXT_LENGTH} characters` };
  const [area, group, responsible] = [cell('area'), cell('group'), cell('responsible')];
  if ([area, group, responsible].some((name) => name.length > MAX_NAME_LENGTH))
    return { line, problem: `a name is longer than ${MAX_NAME_LENGTH} characters` };
  const priority = PRIORITIES.get(cell('priority').toLowerCase());
  if (priority === undefined) return { line, problem: `“${quote(cell('priority'))}” is no priority` };
  const state = STATES.get(cell('state').toLowerCase().replaceAll(/[-_]/g, ' '));
  if (state === undefined) return { line, problem: `“${quote(cell('state'))}” is no state` };
  const dueAt = parseDay(cell('due'));
  if (dueAt === undefined) return { line, problem: `“${quote(cell('due'))}” is no date such as 2026-12-31` };
  return { line, text, area, group, responsible, dueAt, priority, state };
}

/** Shortens a cell of any length for a message. */
const quote = (text: string): string =>
  text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;

/** Returns the end of a day in UTC; `null` for no date, `undefined` for none that can be read. */
function parseDay(text: string): number | null | undefined {
  if (text === '') return null;
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return parseDueDay(year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

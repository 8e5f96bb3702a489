import { setImmediate } from 'node:timers/promises';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { MAX_PAGE_SIZE } from './pagination.ts';
import type { Exchange } from './serve.ts';

/** Rows that are read at once: SQLite does so on the main thread. */
const BATCH_SIZE = 500;

interface PageWanted<Cursor> {
  readonly limit: number;
  readonly cursor: Cursor | undefined;
}

/** The page of a list that a request asks for, narrowed by the words of a text if it has one. */
export interface RowsWanted<Cursor = number> extends PageWanted<Cursor> {
  readonly text?: string | undefined;
  /** Tells whether the client still waits for the answer. */
  readonly isAwaited: () => boolean;
}

/** Reads the page that a request asks for from its query. */
export const readWanted = <Cursor = number>(
  query: {
    readonly limit?: number | undefined;
    readonly cursor?: Cursor | undefined;
    readonly q?: string | undefined;
  },
  { reply }: Pick<Exchange, 'reply'>,
): RowsWanted<Cursor> => ({
  limit: query.limit ?? MAX_PAGE_SIZE,
  cursor: query.cursor,
  text: query.q,
  isAwaited: () => !reply.raw.destroyed,
});

interface FilteredList<Row, Cursor> {
  /** Reads rows after the cursor, one more than `limit` when there are further ones; authorizes anew, since long lists take a while. */
  readonly readPage: (page: PageWanted<Cursor>) => Promise<readonly Row[]>;
  /** Returns what the requester sees of a row: a name that is hidden from them must not be in it. */
  readonly textsOf: (row: Row) => readonly (string | number | null | undefined)[];
  readonly cursorOf: (row: Row) => Cursor;
}

/**
 * Lists rows, one more than `limit` when there is another page. With a text, only those in whose shown texts each of its words is found,
 * without regard to case and accents: the list is read in small pages, between which other requests are served, until enough are found.
 * No database compares letters beyond ASCII as people do, and none knows what a presenter hides.
 */
export async function filterRows<Row, Cursor>(
  { limit, cursor, text, isAwaited }: RowsWanted<Cursor>,
  { readPage, textsOf, cursorOf }: FilteredList<Row, Cursor>,
): Promise<readonly Row[]> {
  if (text === undefined) return readPage({ limit, cursor });
  const isFound = createTextFilter(text);
  const found: Row[] = [];
  let after = cursor;
  while (isAwaited()) {
    const read = await readPage({ limit: BATCH_SIZE, cursor: after });
    const rows = read.slice(0, BATCH_SIZE);
    const last = rows.at(-1);
    for (const row of rows) if (found.length <= limit && isFound(textsOf(row))) found.push(row);
    if (last === undefined || read.length <= BATCH_SIZE || found.length > limit) break;
    after = cursorOf(last);
    await setImmediate();
  }
  return found;
}

import type { Context } from '#server/app/context.ts';
import { withConcurrencyLimit } from '#server/authorization/limits/concurrency-limit.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { MAX_PAGE_SIZE } from './pagination.ts';
import type { Exchange } from './serve.ts';
import { BATCH_SIZE, type ListRequest, type Step, stepThrough } from './step-through.ts';

// A route reads the wanted page from its query (`readWanted`). `filterRows` returns that page, or, for a page narrowed by a text,
// has `searchRows` read the list in steps (`stepThrough`) until enough rows contain the text.

/** Set on answers for which a list was not searched to its end. */
const INCOMPLETE_HEADER = 'x-incomplete';

/** Each may read a long list. More than a person who types starts before the requests that they leave end. */
const FILTER_LIMIT = { max: 4, message: 'Too many lists are filtered at once. Wait for them to finish.' };
const filters = {};

interface PageWanted<Cursor> {
  readonly limit: number;
  readonly cursor: Cursor | undefined;
}

/** The page of a list that a request asks for, narrowed by the words of a text if it has one. */
export interface RowsWanted<Cursor = number> extends PageWanted<Cursor>, ListRequest {
  readonly text?: string | undefined;
  /** Does work that reads a list in one of the slots of the requester, or refuses it. */
  readonly inSlot: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A row of which the requester sees these texts: a name that is hidden from them must not be among them. */
export type TextsOf<Row> = (row: Row) => readonly (string | number | null | undefined)[];

/** Reads the page that a request asks for from its query. */
export const readWanted = <Cursor = number>(
  ctx: Pick<Context, 'actor' | 'address'>,
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
  inSlot: (work) => withConcurrencyLimit(ctx, filters, FILTER_LIMIT, work),
  isAwaited: () => !reply.raw.destroyed,
  reportIncomplete: () => void reply.header(INCOMPLETE_HEADER, 'true'),
});

interface FilteredList<Row, Cursor> {
  /**
   * Reads rows after the cursor, one more than `limit` when there are further ones; authorizes anew, since long lists take a
   * while.
   */
  readonly readPage: (page: PageWanted<Cursor>) => Promise<readonly Row[]>;
  /** Reads the rows of a step, where a page takes longer the longer the list is; a page of rows otherwise. */
  readonly readStep?: (after: Cursor | undefined) => Promise<Step<Row, Cursor>>;
  readonly textsOf: TextsOf<Row>;
  readonly cursorOf: (row: Row) => Cursor;
}

/**
 * Lists rows, one more than `limit` when there is another page. With a text, only those in whose shown texts each of its words is
 * found, without regard to case and accents: the list is read in steps until enough are found. No database compares letters
 * beyond ASCII as people do, and none knows what a presenter hides.
 */
export function filterRows<Row, Cursor>(
  wanted: RowsWanted<Cursor>,
  { readPage, readStep, textsOf, cursorOf }: FilteredList<Row, Cursor>,
): Promise<readonly Row[]> {
  const { limit, cursor, text } = wanted;
  if (text === undefined) return readPage({ limit, cursor });
  const readBatch = async (after: Cursor | undefined): Promise<Step<Row, Cursor>> => {
    const read = await readPage({ limit: BATCH_SIZE, cursor: after });
    const rows = read.slice(0, BATCH_SIZE);
    const last = rows.at(-1);
    return { rows, next: last && read.length > BATCH_SIZE ? cursorOf(last) : undefined };
  };
  return searchRows(wanted, readStep ?? readBatch, textsOf);
}

/** Lists the rows of a list that have the text, one more than `limit` when there is another page. */
export const searchRows = <Row, Cursor>(
  { limit, cursor, text = '', inSlot, ...reader }: RowsWanted<Cursor>,
  readStep: (after: Cursor | undefined) => Promise<Step<Row, Cursor>>,
  textsOf: TextsOf<Row>,
): Promise<readonly Row[]> =>
  inSlot(async () => {
    const isFound = createTextFilter(text);
    const found: Row[] = [];
    for await (const rows of stepThrough(reader, cursor, readStep)) {
      for (const row of rows) if (found.length <= limit && isFound(textsOf(row))) found.push(row);
      if (found.length > limit) break;
    }
    return found;
  });

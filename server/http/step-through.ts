import { setImmediate } from 'node:timers/promises';

/** Rows that one statement reads. */
export const BATCH_SIZE = 500;

/** The most rows that one request reads, which takes one or two seconds of processor time. */
export const MAX_ROWS_READ = 200_000;

/** Rows that can be skipped in the time that it takes to return one. */
const PASSED_PER_READ = 10;

/** Part of a list. */
export interface Step<Row, Cursor> {
  readonly rows: readonly Row[];
  /** Cursor at which the next step begins; `undefined` at the end of the list. */
  readonly next: Cursor | undefined;
  /** How many rows it counts for, if not for as many as it has. */
  readonly read?: number;
}

/** Returns for how many rows a step counts that found `rows` among the rows of others, of which it passed a whole batch. */
export const countRead = (rows: readonly unknown[]): number =>
  Math.max(rows.length, BATCH_SIZE / PASSED_PER_READ);

/** The request that a list is read for. */
export interface ListRequest {
  /** Tells whether the client still waits for the answer. */
  readonly isAwaited: () => boolean;
  /** Tells the client that the list was not read to its end. */
  readonly reportIncomplete: () => void;
}

/**
 * Reads a long list in steps, each a short statement, since SQLite runs it on the main thread. Other requests are served between
 * them. Ends with the list, when nobody waits, or, reported, after `MAX_ROWS_READ` rows.
 */
export async function* stepThrough<Row, Cursor>(
  { isAwaited, reportIncomplete }: ListRequest,
  start: Cursor | undefined,
  readStep: (after: Cursor | undefined) => Promise<Step<Row, Cursor>>,
): AsyncGenerator<readonly Row[]> {
  let after = start;
  let total = 0;
  while (isAwaited()) {
    const { rows, next, read = rows.length } = await readStep(after);
    yield rows;
    if (next === undefined) return;
    after = next;
    total += read;
    if (total >= MAX_ROWS_READ) return reportIncomplete();
    await setImmediate();
  }
}

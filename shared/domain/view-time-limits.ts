/** Limits for view times, which are sent in batches. Both sides use them; the server enforces them. */

/** No document has more pages, and the rows of a view stay few. */
export const MAX_TIMED_PAGE = 10_000;
export const MAX_PAGES_PER_BATCH = 100;
/** After a longer silence a new view begins. */
export const MAX_VIEW_TIME_PER_BATCH_MS = 10 * 60 * 1000;

/** The last pages of a document count as one when they were in view for less than one part of so many. */
export const TAIL_PARTS = 50;

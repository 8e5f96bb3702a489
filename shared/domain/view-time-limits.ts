/** How the time in view is told, in batches. Both sides keep to it; the server enforces it. */

/** No reader's document has more, and a view's rows stay few. */
export const LAST_TIMED_PAGE = 10_000;
export const MOST_PAGES_IN_BATCH = 100;
/** Whoever was silent for longer begins another view. */
export const LONGEST_TIME_IN_BATCH_MS = 10 * 60 * 1000;

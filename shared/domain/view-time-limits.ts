/** How the time in view is told, in batches. Both sides keep to it; the server enforces it. */

/** No reader's document has more, and a view's rows stay few. */
export const MAX_TIMED_PAGE = 10_000;
export const MAX_PAGES_PER_BATCH = 100;
/** Whoever was silent for longer begins another view. */
export const MAX_VIEW_TIME_PER_BATCH_MS = 10 * 60 * 1000;

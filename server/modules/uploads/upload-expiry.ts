const KEEP_MS = 24 * 60 * 60 * 1000;

/** How long an upload waits for its next bytes; and once it is a file, for whoever lost that answer. */
export const expiryOf = (now: number): number => now + KEEP_MS;

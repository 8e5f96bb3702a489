const UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;

/** How long an upload waits for its next bytes; and once it is a file, for whoever lost that answer. */
export const uploadExpiry = (now: number): number => now + UPLOAD_TTL_MS;

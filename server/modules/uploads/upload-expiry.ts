const UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;

/** How long an unfinished upload is kept, and how long a finished one answers clients that lost the response. */
export const uploadExpiry = (now: number): number => now + UPLOAD_TTL_MS;

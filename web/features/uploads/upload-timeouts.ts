/** A line that carries nothing for this long is taken for dead; browsers alone would wait for many minutes. */
export const IDLE_TIMEOUT_MS = 60_000;
/** After the last byte the server still writes, and perhaps scans. */
export const RESPONSE_TIMEOUT_MS = 5 * IDLE_TIMEOUT_MS;

/** 0 or 1: neither engine's own boolean travels to the other. */
export type Flag = 0 | 1;

/** Epoch milliseconds. */
export type Instant = number;

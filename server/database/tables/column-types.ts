/** 0 or 1: neither engine's own boolean type is portable to the other. */
export type Flag = 0 | 1;

/** Milliseconds since the epoch. */
export type Instant = number;

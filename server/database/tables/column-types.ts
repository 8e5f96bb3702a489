import type { ColumnType } from 'kysely';

/** 0 or 1: neither engine's own boolean type is portable to the other. */
export type Flag = 0 | 1;

/** Milliseconds since the epoch. */
export type Instant = number;

/** A column that may be null, and need not be given when a row is inserted. */
export type Optional<T> = ColumnType<T | null, T | null | undefined>;

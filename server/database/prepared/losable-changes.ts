import type { CompiledQuery } from 'kysely';

const LOSABLE = Symbol('losable');

/**
 * Marks a change that a power cut may undo although it was reported: nobody relies on it, and what is committed because of it is
 * undone before it. SQLite does not sync its log for it.
 */
export const markAsLosable = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> =>
  Object.freeze({ ...query, [LOSABLE]: true });

export const isLosable = (query: CompiledQuery): boolean => LOSABLE in query;

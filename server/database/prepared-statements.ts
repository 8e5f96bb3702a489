import type pg from 'pg';

/** Each session keeps its plans in memory; statements beyond are planned at each run. */
const MAX_STATEMENTS = 200;
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;
/** A migration of a later version may add columns, and PostgreSQL refuses a prepared statement whose result has changed. */
const SELECTS_ALL_COLUMNS = /(?:^|[\s,.])\*(?=[\s,)]|$)/;

/**
 * Prepares the statements that a connection repeats. Planning a recursive query takes ten times as long as running it, and
 * PostgreSQL keeps the plan of a named statement after some runs.
 */
export function prepareRepeatedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>; // one of its overloads
  const names = new Map<string, string | undefined>();
  const nameOf = (text: string): string | undefined => {
    const isKnown = names.has(text);
    const name = names.get(text);
    if (isKnown || names.size >= MAX_STATEMENTS) return name;
    const isPreparable = PREPARABLE.test(text) && !SELECTS_ALL_COLUMNS.test(text);
    names.set(text, isPreparable ? `s${names.size}` : undefined);
    return undefined;
  };
  Object.assign(client, {
    query(text: unknown, values?: unknown, ...others: unknown[]) {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...others) : query({ name, text, values }, ...others);
    },
  });
}

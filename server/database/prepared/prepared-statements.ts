import type pg from 'pg';

/** Each session keeps its plans in memory; statements beyond are planned at each run. */
const MAX_STATEMENTS = 200;
/** Texts that are remembered as seen once, or as not to be prepared; then those of rare statements are forgotten. */
const MAX_REMEMBERED = 400;
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;
const VERB = /\b(?:select|insert|update|delete)\b/i;
const STAR = /(?:^|[\s,.])\*(?=[\s,)]|$)/;
/** Texts in quotation marks, and the innermost pairs of parentheses. */
const QUOTED = /'[^']*'|"[^"]*"/g;
const INNERMOST = /\([^()]*\)/g;

/**
 * Tells whether the result has all columns of a table. A migration of a later version may add some, and PostgreSQL refuses a
 * prepared statement whose result has changed. Subqueries do not matter where the outermost list names its columns.
 */
function returnsAllColumns(text: string): boolean {
  let outermost = text.replace(QUOTED, 'q');
  for (let before = ''; before !== outermost; ) {
    before = outermost;
    outermost = before.replace(INNERMOST, ' q ');
  }
  return /[()]/.test(outermost) || !VERB.test(outermost) || STAR.test(outermost);
}

/**
 * Prepares the statements that a connection repeats. Planning a recursive query takes ten times as long as running it, and
 * PostgreSQL keeps the plan of a named statement after some runs.
 */
export function prepareRepeatedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>; // one of its overloads
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const refused = new Set<string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS || refused.has(text)) return known;
    if (!seen.delete(text)) {
      remember(seen, text);
    } else if (PREPARABLE.test(text) && !returnsAllColumns(text)) {
      names.set(text, `s${names.size}`);
    } else {
      remember(refused, text);
    }
    return names.get(text);
  };
  Object.assign(client, {
    query(text: unknown, values?: unknown, ...others: unknown[]) {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...others) : query({ name, text, values }, ...others);
    },
  });
}

function remember(texts: Set<string>, text: string): void {
  if (texts.size >= MAX_REMEMBERED) texts.clear();
  texts.add(text);
}

import type { CompiledQuery } from 'kysely';
import { type Database, isPostgres } from '../open-database.ts';
import { markAsLosable } from './losable-changes.ts';

/** Stands for a value while a query is built. Nothing can be computed from it: its value is known only when the query runs. */
class Placeholder<Values> {
  readonly name: keyof Values;

  constructor(name: keyof Values) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(
      `The value of ${String(this.name)} is not known while the query is built: compute it before.`,
    );
  }
}

/** A query of Kysely's builder, or one written as text. */
interface Buildable<Row> {
  compile(db: Database): CompiledQuery<Row>;
}

/**
 * Builds and compiles a query once for each engine, and runs it with other values each time: for long queries that run often,
 * building and compiling takes longer than running. `build` may only pass the values on, as parameters of the query; the query
 * may not depend on them otherwise. `mayBeLost`: see `markAsLosable`.
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Database, values: Values) => Buildable<Row>,
  { mayBeLost = false }: { mayBeLost?: boolean } = {},
): (db: Database, values: Values) => Promise<Row[]> {
  const unread = {} as Values; // nothing reads it: the traps of the proxy answer for it
  const placeholders = new Proxy(unread, {
    get: (_, name) => new Placeholder<Values>(name as keyof Values), // the names that `build` reads
    ownKeys() {
      throw new Error('The values of a prepared query are read one by one.');
    },
  });
  const compiled = new Map<boolean, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = isPostgres(db);
    const query = compiled.get(engine) ?? build(db, placeholders).compile(db);
    compiled.set(engine, query);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[(parameter as Placeholder<Values>).name] : parameter,
    );
    const withValues: CompiledQuery<Row> = { ...query, parameters };
    return (await db.executeQuery(mayBeLost ? markAsLosable(withValues) : withValues)).rows;
  };
}

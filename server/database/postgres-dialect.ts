import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
} from 'kysely';
import { isConnectionLost } from '#server/app/errors.ts';

const MAX_ATTEMPTS = 3;
/** Until the pool has learned that its other idle connections are closed as well. */
const RETRY_DELAY_MS = 50;

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/** A connection that is replaced when its session turns out to be lost before anything was changed in it. */
class ReplaceableConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly #driver: PostgresDriver;
  #current: PostgresConnection | undefined;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
  }

  get current(): PostgresConnection {
    if (this.#current === undefined) throw new Error('The connection is released');
    return this.#current;
  }

  async acquire(): Promise<this> {
    this.#current = (await this.#driver.acquireConnection()) as PostgresConnection; // its type hides the class it makes
    return this;
  }

  async release(): Promise<void> {
    const released = this.#current;
    this.#current = undefined;
    if (released) await this.#driver.releaseConnection(released);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isRepeatable = !this.isInTransaction && query.query.kind === 'SelectQueryNode';
    const execute = (): Promise<QueryResult<Row>> => this.current.executeQuery<Row>(query);
    return isRepeatable ? this.retry(execute) : execute();
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.current.streamQuery(query, chunkSize);
  }

  async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConnectionLost(error)) throw error;
      }
      await wait(RETRY_DELAY_MS);
      // First, because a small pool has no second connection to give.
      await this.release();
      await this.acquire();
    }
  }
}

/**
 * Repeats on another connection what can't happen twice: a query that only reads, outside a transaction, and the begin of a
 * transaction. After a restart of PostgreSQL the first query on each idle connection would fail otherwise.
 */
function createReconnectingDriver(pool: PostgresPool): Driver {
  const driver = new PostgresDriver({ pool });
  const unwrap = (connection: DatabaseConnection) => connection as ReplaceableConnection; // acquireConnection made it
  return {
    init: () => driver.init(),
    acquireConnection: () => new ReplaceableConnection(driver).acquire(),
    async beginTransaction(connection, settings) {
      const replaceable = unwrap(connection);
      await replaceable.retry(() => driver.beginTransaction(replaceable.current, settings));
      replaceable.isInTransaction = true;
    },
    commitTransaction: (connection) => driver.commitTransaction(unwrap(connection).current),
    rollbackTransaction: (connection) => driver.rollbackTransaction(unwrap(connection).current),
    releaseConnection: (connection) => unwrap(connection).release(),
    destroy: () => driver.destroy(),
  };
}

export function createPostgresDialect(pool: PostgresPool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createDriver = () => createReconnectingDriver(pool);
  return dialect;
}

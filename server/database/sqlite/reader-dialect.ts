import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
} from 'kysely';
import type { DurableCommits } from './durable-commits.ts';
import { SharedConnectionAdapter, StablePlanCompiler } from './sqlite-dialect.ts';

/** Runs a statement on a connection that can only read, and resolves to its rows. */
export type RunStatement = (
  text: string,
  parameters: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

interface ReaderOptions {
  readonly run: RunStatement;
  readonly durable: Pick<DurableCommits, 'durable'>;
}

const refuseTransaction = (): Promise<never> =>
  Promise.reject(new Error('Transactions are run by the connection that can write.'));

/** Returns a row with its blobs as the other connection has them; a copy that comes from a thread has another type. */
function withBuffers(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const blobs = Object.entries(row).flatMap(([column, value]) =>
    value instanceof Uint8Array
      ? [[column, Buffer.from(value.buffer, value.byteOffset, value.byteLength)] as const]
      : [],
  );
  return blobs.length === 0 ? row : { ...row, ...Object.fromEntries(blobs) };
}

class ReaderConnection implements DatabaseConnection {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#options.run(sql, parameters);
    // Another connection sees a commit before it is durable.
    await this.#options.durable.durable();
    return { rows: rows.map(withBuffers) as R[] }; // The caller names the columns, as for every statement.
  }

  streamQuery(): never {
    throw new Error('Rows of a reader are not streamed.');
  }
}

/** A dialect for statements that another connection runs, and that show nothing that a power cut can undo. */
export function createReaderDialect(options: ReaderOptions): Dialect {
  const connection = new ReaderConnection(options);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SharedConnectionAdapter(),
    createQueryCompiler: () => new StablePlanCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type * as pg from 'pg';
import type { DatabaseLimits } from '#server/app/config.ts';
import { isConnectionFailure, isUnavailable, markUnavailable } from '#server/app/errors.ts';
import { prepareRepeatedStatements } from './prepared/prepared-statements.ts';

interface PoolOptions {
  readonly isReadOnly: boolean;
  readonly limits: DatabaseLimits | undefined;
}

/** Without it a server that accepts and says nothing would hold every request, and `/readyz` too, for ever. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A restart of PostgreSQL takes a second or two; a request that waits this long for its end need not fail. */
const RECONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_DELAY_MS = 100;
/** Idle connections whose peer is gone are noticed after this and ten probes of a second. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** Locks are held for milliseconds; a longer wait means that their holder is stuck. */
const LOCK_TIMEOUT_MS = 10_000;
/** Ends the transaction of a process that stopped in the middle of it, which would hold its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * JIT compilation is off: recursive queries are estimated at many times their rows, and compiling one took up to seconds
 * where running it takes milliseconds.
 */
function sessionSettings({ isReadOnly, limits }: PoolOptions): string {
  const settings = {
    jit: 'off',
    // The server drops the sessions of a machine that is gone, and with them their locks, within half a minute.
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 4,
    ...(isReadOnly && { default_transaction_read_only: 'on' }),
    ...(limits && {
      statement_timeout: limits.statementTimeoutMs,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The driver, which is loaded where PostgreSQL is used. */
export const loadDriver = (): typeof pg => createRequire(import.meta.url)('pg');

/**
 * Options of every connection. What the driver calls int8 and numeric come as text by default; ids, sizes and instants fit a
 * double.
 */
export function connectionOptions(url: string, options: PoolOptions): pg.ClientConfig {
  const { TypeOverrides, types: known } = loadDriver();
  const types = new TypeOverrides();
  types.setTypeParser(known.builtins.INT8, Number);
  types.setTypeParser(known.builtins.NUMERIC, Number);
  return {
    connectionString: url,
    types,
    application_name: 'muniment',
    options: sessionSettings(options),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

/**
 * Estimates the rows of recursive queries at twice to ten times those that they begin with. The planner multiplies them by 100
 * otherwise, and by as much again for each recursive query that is contained: for each, PostgreSQL then clears a hash table of
 * megabytes whenever the statement runs. Versions before 15 do not have the setting.
 */
const LOWER_RECURSIVE_ESTIMATES = `select set_config('recursive_worktable_factor', '0.1', false)
  where cast(current_setting('server_version_num') as integer) >= 150000`;

/** The pool waits for the promise, and passes on its error, though its types do not say so. */
const BEGIN_SESSION = { onConnect: (client: pg.ClientBase) => client.query(LOWER_RECURSIVE_ESTIMATES) };

/** Connections of this process, and the queries that wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Opens a pool whose connections are retried for a moment: nothing was sent yet, so nothing can happen twice. */
export function openPostgresPool(
  url: string,
  options: PoolOptions,
): { pool: PostgresPool; readUse: () => PoolUse } {
  const { Pool } = loadDriver();
  const pool = new Pool({
    ...connectionOptions(url, options),
    max: options.limits?.maxConnections ?? 10,
    ...BEGIN_SESSION,
  });
  // An 'error' event without a listener ends the process. The pool listens to idle clients only and passes their errors
  // on; a client in use that breaks fails its queries, and the pool drops it when it is released.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', markUnavailable);
    prepareRepeatedStatements(client);
  });
  const retrying: PostgresPool = {
    async connect() {
      const giveUpAt = performance.now() + RECONNECT_TIMEOUT_MS;
      for (;;) {
        try {
          return await pool.connect();
        } catch (error) {
          // The pool leaves the client there, and the log would contain it.
          if (error instanceof Error) Reflect.deleteProperty(error, 'client');
          // Such as a reset while the session begins, which no listener of a client sees.
          if (error instanceof Error && isConnectionFailure(error)) markUnavailable(error);
          if (!isUnavailable(error) || performance.now() >= giveUpAt) throw error;
        }
        await wait(RECONNECT_DELAY_MS * (0.5 + Math.random()));
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
  const readUse = (): PoolUse => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { pool: retrying, readUse };
}

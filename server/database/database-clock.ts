import { sql } from 'kysely';
import { type Database, isPostgres } from './open-database.ts';

export interface DatabaseClock {
  /** Milliseconds since the epoch. */
  now(): number;
  close(): void;
}

/** Quartz clocks drift by milliseconds in this time; a machine that was suspended is corrected after it. */
const SYNCHRONIZATION_INTERVAL_MS = 30_000;

/**
 * Opens a clock that all processes on one database agree on: leases, sessions and time limits must not depend on how exactly
 * each machine's clock is set. On PostgreSQL it is the server's clock, carried on with this process's steady timer
 * between two synchronizations, so that it is off by half the time that a query takes. SQLite has one process and its clock.
 */
export async function openDatabaseClock(db: Database): Promise<DatabaseClock> {
  if (!isPostgres(db)) return { now: Date.now, close() {} };
  let offsetMs = await measureOffset(db);
  const synchronize = async (): Promise<void> => {
    // The last measurement holds during an outage.
    offsetMs = await measureOffset(db).catch(() => offsetMs);
  };
  const timer = setInterval(() => void synchronize(), SYNCHRONIZATION_INTERVAL_MS);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + offsetMs),
    close: () => clearInterval(timer),
  };
}

/** Returns the database's time at the zero of `performance.now()`. */
async function measureOffset(db: Database): Promise<number> {
  const asked = performance.now();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const answered = performance.now();
  return (rows[0]?.now ?? Date.now()) - (asked + answered) / 2;
}

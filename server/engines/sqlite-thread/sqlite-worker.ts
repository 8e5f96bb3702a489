import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import type { SqliteReply, SqliteRow, SqliteTask } from './sqlite-thread.ts';

const { file } = workerData as { readonly file: string }; // by sqlite-thread.ts
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
database.pragma('trusted_schema = OFF');
database.pragma('busy_timeout = 5000');
database.pragma('cache_size = -32768');

/** Preparing a statement of the access rule takes longer than running it. */
const MAX_PREPARED = 50;
const prepared = new Map<string, SqliteDatabase.Statement<unknown[], SqliteRow>>();

/** Prepares a statement, or returns it if it was among the last ones. */
function prepare(text: string): SqliteDatabase.Statement<unknown[], SqliteRow> {
  const statement = prepared.get(text) ?? database.prepare<unknown[], SqliteRow>(text);
  prepared.delete(text);
  prepared.set(text, statement);
  const [oldest] = prepared.size > MAX_PREPARED ? prepared.keys() : [];
  if (oldest !== undefined) prepared.delete(oldest);
  return statement;
}

function run({ id, text, parameters }: SqliteTask): SqliteReply {
  try {
    return { id, kind: 'rows', rows: prepare(text).all(...parameters) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // SQLite throws nothing but errors.
    return { id, kind: 'failed', message, code };
  }
}

parentPort?.on('message', (task: SqliteTask) => parentPort?.postMessage(run(task)));

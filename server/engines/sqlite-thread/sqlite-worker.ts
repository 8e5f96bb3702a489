import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import type { SqliteReply, SqliteRow, SqliteTask } from './sqlite-thread.ts';

const { file } = workerData as { readonly file: string }; // by sqlite-thread.ts
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
database.pragma('trusted_schema = OFF');
database.pragma('busy_timeout = 5000');
database.pragma('cache_size = -32768');

function run({ id, text, parameters }: SqliteTask): SqliteReply {
  try {
    return { id, kind: 'rows', rows: database.prepare<unknown[], SqliteRow>(text).all(...parameters) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // SQLite throws nothing but errors.
    return { id, kind: 'failed', message, code };
  }
}

parentPort?.on('message', (task: SqliteTask) => parentPort?.postMessage(run(task)));

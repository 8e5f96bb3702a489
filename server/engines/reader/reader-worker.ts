import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import type { ReaderReply, ReaderRow, ReaderTask } from './reader-thread.ts';

const { file } = workerData as { readonly file: string }; // by reader-thread.ts
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
database.pragma('trusted_schema = OFF');
database.pragma('busy_timeout = 5000');
database.pragma('cache_size = -32768');

function run({ id, text, parameters }: ReaderTask): ReaderReply {
  try {
    return { id, kind: 'rows', rows: database.prepare<unknown[], ReaderRow>(text).all(...parameters) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // SQLite throws nothing but errors.
    return { id, kind: 'failed', message, code };
  }
}

parentPort?.on('message', (task: ReaderTask) => parentPort?.postMessage(run(task)));

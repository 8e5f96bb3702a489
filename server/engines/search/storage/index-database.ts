import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Raised whenever the tables change: an older or newer file is set aside and the index built again. */
const SCHEMA_VERSION = 2;

const SCHEMA = `
  CREATE TABLE documents (
    key INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL, folder_id INTEGER, owner_id INTEGER NOT NULL,
    title TEXT NOT NULL, path TEXT NOT NULL, head TEXT NOT NULL
  ) STRICT;
  CREATE TABLE chunks (
    document_key INTEGER NOT NULL, position INTEGER NOT NULL, chunk TEXT NOT NULL, PRIMARY KEY (document_key, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vectors (
    document_key INTEGER NOT NULL, position INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (document_key, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE progress (position INTEGER NOT NULL, vectors_of TEXT) STRICT;
  INSERT INTO progress VALUES (0, NULL);
`;

export class DamagedIndexError extends Error {}

/** A damaged, foreign or outdated file gives way to a new one and is kept beside it, the latest one only. */
export function quarantineIndexFile(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.set-aside`);
  // A write-ahead log left behind would be replayed into the new file.
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** @throws DamagedIndexFile when it is no index of this version. */
export function openIndexDatabase(file: string): Database.Database {
  // The texts of documents are in it: for the server's own user only; SQLite gives its log the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const db = new Database(file, { timeout: 1000 });
  try {
    withDamageCheck(() => initializeDatabase(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function initializeDatabase(db: Database.Database): void {
  // Set before the first read, so that a second process is refused instead of writing past this one's memory.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // A removed document's text is overwritten, not only forgotten.
  db.pragma('secure_delete = ON');
  const version = db.pragma('user_version', { simple: true });
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (version === 0 && tables === 0) {
    db.transaction(() => db.exec(`${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}`))();
  } else if (version !== SCHEMA_VERSION) {
    throw new DamagedIndexError('The index file is of another version.');
  }
}

export function withDamageCheck<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const isDamage =
      error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(error.code);
    if (isDamage) throw new DamagedIndexError('The index file is damaged.', { cause: error });
    throw error;
  }
}

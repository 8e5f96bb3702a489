import { closeSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Chunk } from '../search-types.ts';
import { TEXT_LEFT_OUT } from './leave-out-text.ts';

/** Increased whenever the tables change. A file of an unknown version is removed and the index rebuilt. */
const SCHEMA_VERSION = 7;
/** Changes a file of these versions into the next one, so that it need not be rebuilt. */
const UPGRADES = new Map([
  [3, 'ALTER TABLE documents ADD COLUMN text_key TEXT'],
  [
    4,
    'CREATE TABLE analyses (version_key INTEGER PRIMARY KEY, analysis_version INTEGER NOT NULL, content BLOB NOT NULL) STRICT',
  ],
  [
    5,
    `CREATE TABLE document_groups (group_key INTEGER PRIMARY KEY, analysis_version INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
  CREATE TABLE grouped_documents (version_key INTEGER PRIMARY KEY, group_key INTEGER NOT NULL) STRICT;
  CREATE INDEX grouped_documents_by_group ON grouped_documents (group_key);
  CREATE INDEX documents_left_out ON documents (text_key) WHERE text_key = '${TEXT_LEFT_OUT}'`,
  ],
  // Groups have another format, in which they are written again.
  [6, 'DELETE FROM document_groups; DELETE FROM grouped_documents'],
]);

const SCHEMA = `
  CREATE TABLE documents (
    version_key INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL, folder_id INTEGER, owner_id INTEGER NOT NULL,
    title TEXT NOT NULL, path TEXT NOT NULL, opening TEXT NOT NULL, text_key TEXT
  ) STRICT;
  CREATE TABLE chunks (
    version_key INTEGER NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (version_key, position)
  ) STRICT, WITHOUT ROWID;
  ${UPGRADES.get(4)};
  ${UPGRADES.get(5)};
  CREATE TABLE vectors (
    version_key INTEGER NOT NULL, position INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (version_key, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE index_state (position INTEGER NOT NULL, embedding_fingerprint TEXT) STRICT;
  INSERT INTO index_state VALUES (0, NULL);
`;

/**
 * The index file is damaged, of another version, or not an index at all. The message, which is logged, has nothing of its
 * content.
 */
export class DamagedIndexError extends Error {}

/**
 * Removes the file with its log, which would be replayed into the new one. Nobody could remove the texts of deleted documents
 * from a file that was kept.
 */
export function removeIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** @throws DamagedIndexError when the file is not an index of this version. */
export function openIndexDatabase(file: string): Database.Database {
  // It contains the texts of documents, so only the server's own user may read it. SQLite gives its log the same mode.
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
  // Set before the first read, so that a second process is refused instead of changing the file under this one's memory.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  // A power cut undoes the last changes together with their position, from which they are applied again: a sync for each brings
  // nothing.
  db.pragma('synchronous = NORMAL');
  // Overwrites the text of removed documents.
  db.pragma('secure_delete = ON');
  const version = db.pragma('user_version', { simple: true });
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (version === 0 && tables === 0) {
    db.transaction(() => db.exec(`${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}`))();
    return;
  }
  for (let from = Number(version); from !== SCHEMA_VERSION; from += 1) {
    const upgrade = UPGRADES.get(from);
    if (upgrade === undefined)
      throw new DamagedIndexError(`The index file has version ${from}, which this program does not read.`);
    db.transaction(() => db.exec(`${upgrade}; PRAGMA user_version = ${from + 1}`))();
  }
}

/** Runs a read and turns SQLite's corruption errors into DamagedIndexError. */
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

/** Parses the stored JSON of a chunk. @throws DamagedIndexError when it is malformed. */
export function parseChunk(json: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(json);
    if (typeof chunk === 'object' && chunk !== null && 'text' in chunk && typeof chunk.text === 'string') {
      // The remaining members are as IndexFile.addChunk wrote them.
      if ('headings' in chunk && typeof chunk.headings === 'string') return chunk as Chunk;
    }
  } catch (error) {
    throw new DamagedIndexError('A chunk in the index file cannot be parsed.', { cause: error });
  }
  throw new DamagedIndexError('A chunk in the index file is malformed.');
}

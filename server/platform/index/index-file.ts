import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Held } from './keyword-index.ts';
import type { Chunk, IndexedDocument } from './search-index.ts';

/** Raised whenever the tables change: an older or newer file is set aside and the index built again. */
const schemaVersion = 1;

const schema = `
  CREATE TABLE documents (
    key INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL, folder_id INTEGER, owner_id INTEGER NOT NULL,
    title TEXT NOT NULL, path TEXT NOT NULL, head TEXT NOT NULL
  ) STRICT;
  CREATE TABLE chunks (
    document_key INTEGER NOT NULL, position INTEGER NOT NULL, chunk TEXT NOT NULL, PRIMARY KEY (document_key, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE progress (position INTEGER NOT NULL) STRICT;
  INSERT INTO progress VALUES (0);
`;

interface DocumentRow {
  key: number;
  id: number;
  folder_id: number | null;
  owner_id: number;
  title: string;
  path: string;
  head: string;
}

export class DamagedIndexFile extends Error {}

/** A damaged, foreign or outdated file gives way to a new one and is kept beside it, the latest one only. */
export function setAside(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.set-aside`);
  // A write-ahead log left behind would be replayed into the new file.
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** The durable half of the index: what was put, and how far the change feed was followed. One process at a time. */
export class IndexFile {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  /** @throws DamagedIndexFile when it is no index of this version. */
  constructor(file: string) {
    // The texts of documents are in it: for the server's own user only; SQLite gives its log the same mode.
    closeSync(openSync(file, 'a', 0o600));
    this.#db = new Database(file, { timeout: 1000 });
    try {
      this.#guarded(() => this.#prepareFile());
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  begin(): void {
    this.#run('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.#run('COMMIT');
  }

  rollback(): void {
    // A full disk has already rolled it back.
    if (this.#db.inTransaction) this.#run('ROLLBACK');
  }

  /** @returns the key of this version; its chunks are added one by one. */
  addDocument({ id, place, title, path, head }: Omit<IndexedDocument, 'chunks'>): number {
    const sql =
      'INSERT INTO documents (id, folder_id, owner_id, title, path, head) VALUES (?, ?, ?, ?, ?, ?)';
    return Number(this.#run(sql, id, place.folderId, place.ownerId, title, path, head).lastInsertRowid);
  }

  addChunk(key: number, position: number, chunk: Chunk): void {
    this.#run('INSERT INTO chunks VALUES (?, ?, ?)', key, position, JSON.stringify(chunk));
  }

  relabel(key: number, { place, title, path }: Pick<Held, 'place' | 'title' | 'path'>): void {
    const sql = 'UPDATE documents SET folder_id = ?, owner_id = ?, title = ?, path = ? WHERE key = ?';
    this.#run(sql, place.folderId, place.ownerId, title, path, key);
  }

  removeDocument(key: number): void {
    this.#run('DELETE FROM chunks WHERE document_key = ?', key);
    this.#run('DELETE FROM documents WHERE key = ?', key);
  }

  clear(): void {
    this.#run('DELETE FROM chunks');
    this.#run('DELETE FROM documents');
    this.setPosition(0);
  }

  setPosition(position: number): void {
    this.#run('UPDATE progress SET position = ?', position);
  }

  position(): number {
    return this.#guarded(() => Number(this.#prepare('SELECT position FROM progress').pluck().get()));
  }

  /** The document after `key`, oldest first. */
  documentAfter(key: number): (Omit<IndexedDocument, 'chunks'> & { key: number }) | undefined {
    const row = this.#guarded(
      // STRICT tables and the columns above make the row's type.
      () =>
        this.#prepare('SELECT * FROM documents WHERE key > ? ORDER BY key LIMIT 1').get(key) as
          | DocumentRow
          | undefined,
    );
    if (row === undefined) return undefined;
    const place = { folderId: row.folder_id, ownerId: row.owner_id };
    return { key: row.key, id: row.id, place, title: row.title, path: row.path, head: row.head };
  }

  chunk(key: number, position: number): Chunk | undefined {
    const sql = 'SELECT chunk FROM chunks WHERE document_key = ? AND position = ?';
    return this.#guarded(() => {
      const json: unknown = this.#prepare(sql).pluck().get(key, position);
      return typeof json === 'string' ? parseChunk(json) : undefined;
    });
  }

  close(): void {
    this.#db.close();
  }

  #prepareFile(): void {
    // Set before the first read, so that a second process is refused instead of writing past this one's memory.
    this.#db.pragma('locking_mode = EXCLUSIVE');
    this.#db.pragma('journal_mode = WAL');
    this.#db.pragma('synchronous = FULL');
    // A removed document's text is overwritten, not only forgotten.
    this.#db.pragma('secure_delete = ON');
    const version = this.#db.pragma('user_version', { simple: true });
    const tables = this.#db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (version === 0 && tables === 0) {
      this.#db.transaction(() => this.#db.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`))();
    } else if (version !== schemaVersion) {
      throw new DamagedIndexFile('The index file is of another version.');
    }
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#db.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #run(sql: string, ...values: (number | string | null)[]): Database.RunResult {
    return this.#prepare(sql).run(...values);
  }

  #guarded<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      const isDamage =
        error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(error.code);
      if (isDamage) throw new DamagedIndexFile('The index file is damaged.', { cause: error });
      throw error;
    }
  }
}

function parseChunk(json: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(json);
    if (typeof chunk === 'object' && chunk !== null && 'text' in chunk && typeof chunk.text === 'string') {
      // `addChunk` wrote it.
      if ('headings' in chunk && typeof chunk.headings === 'string') return chunk as Chunk;
    }
  } catch (error) {
    throw new DamagedIndexFile('A chunk in the index file cannot be read.', { cause: error });
  }
  throw new DamagedIndexFile('A chunk in the index file is not one.');
}

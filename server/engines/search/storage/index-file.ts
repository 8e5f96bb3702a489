import type Database from 'better-sqlite3';
import type { Held } from './inverted-index.ts';
import { guarded, openIndexDatabase } from './index-database.ts';
import { parseChunk } from './parse-chunk.ts';
import type { Chunk, IndexedDocument } from '../search-engine.ts';
import { VectorFile } from './vector-table.ts';

interface DocumentRow {
  key: number;
  id: number;
  folder_id: number | null;
  owner_id: number;
  title: string;
  path: string;
  head: string;
}

/** The durable half of the index: what was put, and how far the change feed was followed. One process at a time. */
export class IndexFile {
  readonly vectors: VectorFile;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  /** @throws DamagedIndexFile when it is no index of this version. */
  constructor(file: string) {
    this.#db = openIndexDatabase(file);
    this.vectors = new VectorFile(this.#db);
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
    this.#run('DELETE FROM vectors WHERE document_key = ?', key);
    this.#run('DELETE FROM chunks WHERE document_key = ?', key);
    this.#run('DELETE FROM documents WHERE key = ?', key);
  }

  clear(): void {
    this.#run('DELETE FROM vectors');
    this.#run('DELETE FROM chunks');
    this.#run('DELETE FROM documents');
    this.setPosition(0);
  }

  setPosition(position: number): void {
    this.#run('UPDATE progress SET position = ?', position);
  }

  position(): number {
    return guarded(() => Number(this.#prepare('SELECT position FROM progress').pluck().get()));
  }

  /** The document after `key`, oldest first. */
  documentAfter(key: number): (Omit<IndexedDocument, 'chunks'> & { key: number }) | undefined {
    const row = guarded(
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
    return guarded(() => {
      const json: unknown = this.#prepare(sql).pluck().get(key, position);
      return typeof json === 'string' ? parseChunk(json) : undefined;
    });
  }

  close(): void {
    this.#db.close();
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
}

import type Database from 'better-sqlite3';
import type { Chunk, IndexedDocument } from '../search-engine.ts';
import { openIndexDatabase, withDamageCheck } from './index-database.ts';
import type { IndexedEntry } from './inverted-index.ts';
import { parseChunk } from './parse-chunk.ts';
import { VectorTable } from './vector-table.ts';

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
  readonly vectors: VectorTable;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  /** @throws DamagedIndexFile when it is no index of this version. */
  constructor(file: string) {
    this.#db = openIndexDatabase(file);
    this.vectors = new VectorTable(this.#db);
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
  addDocument({ id, location, title, path, opening }: Omit<IndexedDocument, 'chunks'>): number {
    const sql =
      'INSERT INTO documents (id, folder_id, owner_id, title, path, head) VALUES (?, ?, ?, ?, ?, ?)';
    return Number(
      this.#run(sql, id, location.folderId, location.ownerId, title, path, opening).lastInsertRowid,
    );
  }

  addChunk(key: number, position: number, chunk: Chunk): void {
    this.#run('INSERT INTO chunks VALUES (?, ?, ?)', key, position, JSON.stringify(chunk));
  }

  updateLabels(
    key: number,
    { location, title, path }: Pick<IndexedEntry, 'location' | 'title' | 'path'>,
  ): void {
    const sql = 'UPDATE documents SET folder_id = ?, owner_id = ?, title = ?, path = ? WHERE key = ?';
    this.#run(sql, location.folderId, location.ownerId, title, path, key);
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

  readPosition(): number {
    return withDamageCheck(() => Number(this.#prepare('SELECT position FROM progress').pluck().get()));
  }

  /** The document after `key`, oldest first. */
  findNextDocument(key: number): (Omit<IndexedDocument, 'chunks'> & { key: number }) | undefined {
    const row = withDamageCheck(
      // STRICT tables and the columns above make the row's type.
      () =>
        this.#prepare('SELECT * FROM documents WHERE key > ? ORDER BY key LIMIT 1').get(key) as
          | DocumentRow
          | undefined,
    );
    if (row === undefined) return undefined;
    const place = { folderId: row.folder_id, ownerId: row.owner_id };
    return { key: row.key, id: row.id, location: place, title: row.title, path: row.path, opening: row.head };
  }

  findChunk(key: number, position: number): Chunk | undefined {
    const sql = 'SELECT chunk FROM chunks WHERE document_key = ? AND position = ?';
    return withDamageCheck(() => {
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

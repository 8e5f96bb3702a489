import type Database from 'better-sqlite3';
import type { Chunk, DocumentLocation, IndexedDocument } from '../search-types.ts';
import { GroupTable } from './groups/group-table.ts';
import { openIndexDatabase, parseChunk, withDamageCheck } from './index-database.ts';
import { TEXT_LEFT_OUT } from './leave-out-text.ts';
import { ANALYSIS_VERSION } from './stored-analysis.ts';
import { VectorTable } from './vector-table.ts';

interface DocumentRow {
  version_key: number;
  id: number;
  folder_id: number | null;
  owner_id: number;
  title: string;
  path: string;
  opening: string;
}

/** The durable part of the index: the documents and the position in the change feed. Locked by one process at a time. */
export class IndexFile {
  readonly vectors: VectorTable;
  readonly groups: GroupTable;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  /** @throws DamagedIndexError when the file is not an index of this version. */
  constructor(file: string) {
    this.#db = openIndexDatabase(file);
    this.vectors = new VectorTable(this.#db);
    this.groups = new GroupTable(this.#db);
  }

  begin(): void {
    this.#run('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.#run('COMMIT');
  }

  /** Makes what was committed survive a power cut. */
  sync(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  rollback(): void {
    // SQLite rolls back by itself when the disk is full.
    if (this.#db.inTransaction) this.#run('ROLLBACK');
  }

  /** Returns the key of this version of the document, to which its chunks are added. */
  addDocument(document: Omit<IndexedDocument, 'chunks'>): number {
    const { id, location, title, path, opening, textKey = null } = document;
    const sql =
      'INSERT INTO documents (id, folder_id, owner_id, title, path, opening, text_key) VALUES (?, ?, ?, ?, ?, ?, ?)';
    return Number(
      this.#run(sql, id, location.folderId, location.ownerId, title, path, opening, textKey).lastInsertRowid,
    );
  }

  placeDocument(versionKey: number, { folderId, ownerId }: DocumentLocation, path: string): void {
    const sql = 'UPDATE documents SET folder_id = ?, owner_id = ?, path = ? WHERE version_key = ?';
    this.#run(sql, folderId, ownerId, path, versionKey);
  }

  /** Returns what identifies the document's text; undefined where an earlier version of the index did not store it. */
  findTextKey(versionKey: number): string | undefined {
    const sql = 'SELECT text_key FROM documents WHERE version_key = ?';
    const key: unknown = this.#prepare(sql).pluck().get(versionKey);
    return typeof key === 'string' ? key : undefined;
  }

  countDocumentsWithoutText(): number {
    // The index of these documents serves the literal only; a count of all documents takes tens of milliseconds.
    const sql = `SELECT count(*) FROM documents WHERE text_key = '${TEXT_LEFT_OUT}'`;
    return withDamageCheck(() => Number(this.#prepare(sql).pluck().get()));
  }

  addChunk(versionKey: number, position: number, chunk: Chunk): void {
    this.#run('INSERT INTO chunks VALUES (?, ?, ?)', versionKey, position, JSON.stringify(chunk));
  }

  /** Stores the words of a document as analyzed, so that they need not be analyzed again. */
  setAnalysis(versionKey: number, content: Buffer): void {
    this.#run('INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)', versionKey, ANALYSIS_VERSION, content);
  }

  /** Returns what `setAnalysis` stored, unless another version of the analysis did. */
  findAnalysis(versionKey: number): Buffer | undefined {
    const sql = 'SELECT content FROM analyses WHERE version_key = ? AND analysis_version = ?';
    const content = withDamageCheck<unknown>(() =>
      this.#prepare(sql).pluck().get(versionKey, ANALYSIS_VERSION),
    );
    return content instanceof Buffer ? content : undefined;
  }

  removeDocument(versionKey: number): void {
    this.#run('DELETE FROM analyses WHERE version_key = ?', versionKey);
    this.#run('DELETE FROM vectors WHERE version_key = ?', versionKey);
    this.#run('DELETE FROM chunks WHERE version_key = ?', versionKey);
    this.#run('DELETE FROM documents WHERE version_key = ?', versionKey);
  }

  clear(): void {
    this.groups.clear();
    this.#run('DELETE FROM analyses');
    this.#run('DELETE FROM vectors');
    this.#run('DELETE FROM chunks');
    this.#run('DELETE FROM documents');
    this.setPosition(0);
  }

  setPosition(position: number): void {
    this.#run('UPDATE index_state SET position = ?', position);
  }

  readPosition(): number {
    return withDamageCheck(() => Number(this.#prepare('SELECT position FROM index_state').pluck().get()));
  }

  /** Returns the oldest document outside groups whose version key is larger than `after`. */
  findNextDocument(after: number): (Omit<IndexedDocument, 'chunks'> & { key: number }) | undefined {
    const sql = `SELECT * FROM documents WHERE version_key > ?
      AND NOT EXISTS (SELECT 1 FROM grouped_documents WHERE grouped_documents.version_key = documents.version_key)
      ORDER BY version_key LIMIT 1`;
    // The table is STRICT and has the columns of DocumentRow.
    const row = withDamageCheck(() => this.#prepare(sql).get(after) as DocumentRow | undefined);
    if (row === undefined) return undefined;
    const { version_key: key, id, folder_id: folderId, owner_id: ownerId, title, path, opening } = row;
    return { key, id, location: { folderId, ownerId }, title, path, opening };
  }

  findChunk(versionKey: number, position: number): Chunk | undefined {
    const sql = 'SELECT content FROM chunks WHERE version_key = ? AND position = ?';
    return withDamageCheck(() => {
      const json: unknown = this.#prepare(sql).pluck().get(versionKey, position);
      return typeof json === 'string' ? parseChunk(json) : undefined;
    });
  }

  /** Frees the pages that were read and are not in use. */
  releaseCache(): void {
    this.#db.pragma('shrink_memory');
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

  #run(sql: string, ...values: (number | string | Buffer | null)[]): Database.RunResult {
    return this.#prepare(sql).run(...values);
  }
}

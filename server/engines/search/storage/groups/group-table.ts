import type Database from 'better-sqlite3';
import type { DocumentLocation } from '../../search-types.ts';
import { withDamageCheck } from '../index-database.ts';
import { ANALYSIS_VERSION } from '../stored-analysis.ts';

interface GroupRow {
  group_key: number;
  content: Buffer;
}

interface DocumentRow {
  version_key: number;
  id: number;
  folder_id: number | null;
  owner_id: number;
  title: string;
  path: string;
}

/** A document of a group, as the index file has it beside the group. */
export interface GroupedDocument {
  readonly versionKey: number;
  readonly id: number;
  readonly location: DocumentLocation;
  readonly title: string;
  readonly path: string;
}

/** A group as it is stored; its documents are in the order of the content. */
export interface StoredGroup {
  readonly key: number;
  readonly content: Buffer;
  readonly documents: readonly GroupedDocument[];
}

/** The groups in the index file. Changes run within the index file's transaction. */
export class GroupTable {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Stores the words of these documents, by their version keys in ascending order, and returns the key of the group. */
  add(content: Buffer, versionKeys: readonly number[]): number {
    const insertGroup = this.#db.prepare(
      'INSERT INTO document_groups (analysis_version, content) VALUES (?, ?)',
    );
    const key = Number(insertGroup.run(ANALYSIS_VERSION, content).lastInsertRowid);
    const insertDocument = this.#db.prepare('INSERT INTO grouped_documents VALUES (?, ?)');
    for (const versionKey of versionKeys) insertDocument.run(versionKey, key);
    return key;
  }

  /** Deletes a group, which has the words of a document that leaves; the others are stored as if they had never had one. */
  remove(key: number): void {
    this.#db.prepare('DELETE FROM document_groups WHERE group_key = ?').run(key);
    this.#db.prepare('DELETE FROM grouped_documents WHERE group_key = ?').run(key);
  }

  /** Deletes the groups that another version of the analysis has written. */
  removeOutdated(): void {
    withDamageCheck(() => {
      this.#db.prepare('DELETE FROM document_groups WHERE analysis_version <> ?').run(ANALYSIS_VERSION);
      this.#db
        .prepare(
          'DELETE FROM grouped_documents WHERE group_key NOT IN (SELECT group_key FROM document_groups)',
        )
        .run();
    });
  }

  clear(): void {
    this.#db.prepare('DELETE FROM document_groups').run();
    this.#db.prepare('DELETE FROM grouped_documents').run();
  }

  /** Returns the first group whose key is larger than `after`. */
  findNext(after: number): StoredGroup | undefined {
    return withDamageCheck(() => {
      // The tables are STRICT, which fixes the types of the rows.
      const group = this.#db
        .prepare(
          'SELECT group_key, content FROM document_groups WHERE group_key > ? ORDER BY group_key LIMIT 1',
        )
        .get(after) as GroupRow | undefined; // its columns are those of the statement
      if (group === undefined) return undefined;
      const sql = `SELECT documents.version_key, id, folder_id, owner_id, title, path
        FROM grouped_documents JOIN documents ON documents.version_key = grouped_documents.version_key
        WHERE group_key = ? ORDER BY grouped_documents.version_key`;
      const rows = this.#db.prepare(sql).all(group.group_key) as DocumentRow[];
      const documents = rows.map(
        ({ version_key: versionKey, id, folder_id: folderId, owner_id: ownerId, title, path }) => ({
          ...{ versionKey, id, title, path },
          location: { folderId, ownerId },
        }),
      );
      return { key: group.group_key, content: group.content, documents };
    });
  }
}

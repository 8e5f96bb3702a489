import type Database from 'better-sqlite3';
import { withDamageCheck } from './index-database.ts';
import { parseChunk } from './parse-chunk.ts';
import type { EmbeddedPassage, PassagePosition, UnembeddedPassage } from './passage-vectors.ts';

interface PassageRow {
  key: number;
  position: number;
  id: number;
  title: string;
  chunk: string;
}

/** The vectors in the index file, all of one model at any time. Changes are made within the index file's transaction. */
export class VectorTable {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Whose vectors they are; none before the first. */
  readFingerprint(): string | undefined {
    return withDamageCheck(() => {
      const known: unknown = this.#db.prepare('SELECT vectors_of FROM progress').pluck().get();
      return typeof known === 'string' ? known : undefined;
    });
  }

  /** Those of another model go: nothing could be compared with them. */
  replaceModel(fingerprint: string): void {
    this.#db.prepare('DELETE FROM vectors').run();
    this.#db.prepare('UPDATE progress SET vectors_of = ?').run(fingerprint);
  }

  /** A passage that is gone meanwhile is left out. */
  add({ versionKey, position, vector }: EmbeddedPassage): void {
    const sql = `INSERT OR REPLACE INTO vectors
      SELECT document_key, position, ? FROM chunks WHERE document_key = ? AND position = ?`;
    this.#db
      .prepare(sql)
      .run(Buffer.from(vector.buffer, vector.byteOffset, vector.length), versionKey, position);
  }

  /** What a new version of a document says word for word in the same place keeps its vector. */
  copyUnchanged(from: number, to: number): void {
    const sql = `INSERT INTO vectors SELECT later.document_key, later.position, vectors.vector FROM chunks later
      JOIN chunks earlier ON earlier.document_key = ? AND earlier.position = later.position AND earlier.chunk = later.chunk
      JOIN vectors ON vectors.document_key = earlier.document_key AND vectors.position = earlier.position
      WHERE later.document_key = ?`;
    this.#db.prepare(sql).run(from, to);
  }

  vectorsOf(key: number): [position: number, vector: Int8Array][] {
    return withDamageCheck(() => {
      const sql = 'SELECT position, vector FROM vectors WHERE document_key = ?';
      // The STRICT table makes the row's type.
      const rows = this.#db.prepare(sql).raw().all(key) as [number, Buffer][];
      return rows.map(([position, bytes]) => [position, new Int8Array(bytes)]);
    });
  }

  /** Passages without a vector of this model, in the order of their places. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): UnembeddedPassage[] {
    const missing = fingerprint === this.readFingerprint() ? 'AND vectors.vector IS NULL' : '';
    const sql = `SELECT chunks.document_key AS key, chunks.position, documents.id, documents.title, chunks.chunk FROM chunks
      JOIN documents ON documents.key = chunks.document_key
      LEFT JOIN vectors ON vectors.document_key = chunks.document_key AND vectors.position = chunks.position
      WHERE (chunks.document_key, chunks.position) > (?, ?) ${missing}
      ORDER BY chunks.document_key, chunks.position LIMIT ?`;
    return withDamageCheck(() => {
      // STRICT tables make the row's type.
      const rows = this.#db.prepare(sql).all(after.versionKey, after.position, limit) as PassageRow[];
      return rows.map(({ key, position, id, title, chunk }) => {
        const { headings, text } = parseChunk(chunk);
        return {
          versionKey: key,
          position,
          documentId: id,
          text: [title, headings, text].filter(Boolean).join('\n'),
        };
      });
    });
  }
}

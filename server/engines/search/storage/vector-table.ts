import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { PassagePosition, UnembeddedPassage } from '../search-types.ts';
import { startAfter } from '../start-after.ts';
import { parseChunk, withDamageCheck } from './index-database.ts';

interface PassageRow {
  version_key: number;
  position: number;
  id: number;
  title: string;
  content: string;
}

/** The vectors in the index file, all of one fingerprint. Changes run within the index file's transaction. */
export class VectorTable {
  readonly #db: Database.Database;
  /** Another one each time the file is opened: a new file in the place of a damaged one numbers its passages anew. */
  readonly #indexId = randomUUID();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Returns the fingerprint of the stored vectors, or nothing before the first. */
  readFingerprint(): string | undefined {
    return withDamageCheck(() => {
      const known: unknown = this.#db.prepare('SELECT embedding_fingerprint FROM index_state').pluck().get();
      return typeof known === 'string' ? known : undefined;
    });
  }

  /** Deletes the vectors of the previous model, which are not comparable with those of another. */
  replaceModel(fingerprint: string): void {
    this.#db.prepare('DELETE FROM vectors').run();
    this.#db.prepare('UPDATE index_state SET embedding_fingerprint = ?').run(fingerprint);
  }

  /** Returns whether this index has listed the passage; those of another one have the same numbers and other texts. */
  hasListed({ indexId }: PassagePosition): boolean {
    return indexId === this.#indexId;
  }

  /** Stores a vector; does nothing when the passage no longer exists. */
  add({ versionKey, position, vector }: PassagePosition & { vector: Int8Array }): void {
    const sql = `INSERT OR REPLACE INTO vectors
      SELECT version_key, position, ? FROM chunks WHERE version_key = ? AND position = ?`;
    this.#db
      .prepare(sql)
      .run(Buffer.from(vector.buffer, vector.byteOffset, vector.length), versionKey, position);
  }

  /** Copies vectors to the new version of a document, for chunks that are identical at the same position. */
  copyUnchanged(from: number, to: number): void {
    const sql = `INSERT INTO vectors SELECT later.version_key, later.position, vectors.vector FROM chunks later
      JOIN chunks earlier ON earlier.version_key = ? AND earlier.position = later.position AND earlier.content = later.content
      JOIN vectors ON vectors.version_key = earlier.version_key AND vectors.position = earlier.position
      WHERE later.version_key = ?`;
    this.#db.prepare(sql).run(from, to);
  }

  vectorsOf(versionKey: number): [position: number, vector: Int8Array][] {
    return withDamageCheck(() => {
      const sql = 'SELECT position, vector FROM vectors WHERE version_key = ?';
      // The table is STRICT, which fixes the row's type.
      const rows = this.#db.prepare(sql).raw().all(versionKey) as [number, Buffer][];
      return rows.map(([position, bytes]) => [position, new Int8Array(bytes)]);
    });
  }

  /** Returns passages without a vector of this fingerprint, in order of position. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): UnembeddedPassage[] {
    const isMissing = fingerprint === this.readFingerprint() ? 'AND vectors.vector IS NULL' : '';
    const sql = `SELECT chunks.version_key, chunks.position, documents.id, documents.title, chunks.content FROM chunks
      JOIN documents ON documents.version_key = chunks.version_key
      LEFT JOIN vectors ON vectors.version_key = chunks.version_key AND vectors.position = chunks.position
      WHERE (chunks.version_key, chunks.position) > (?, ?) ${isMissing}
      ORDER BY chunks.version_key, chunks.position LIMIT ?`;
    const { versionKey: key, position: last } = startAfter(this.#indexId, after);
    return withDamageCheck(() => {
      // The tables are STRICT, which fixes the row's type.
      const rows = this.#db.prepare(sql).all(key, last, limit) as PassageRow[];
      return rows.map(({ version_key: versionKey, position, id, title, content }) => {
        const { headings, text } = parseChunk(content);
        return {
          indexId: this.#indexId,
          versionKey,
          position,
          documentId: id,
          text: [title, headings, text].filter(Boolean).join('\n'),
        };
      });
    });
  }
}

import { sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Database } from '../open-database.ts';

/** A column whose bytes begin with the version of the key that encrypted them. */
export interface EncryptedColumn {
  readonly table:
    | 'blobs'
    | 'upload_parts'
    | 'invitations'
    | 'links'
    | 'outbox_messages'
    | 'signing_keys'
    | 'factors'
    | 'digest_settings'
    | 'webhooks'
    | 'content_findings'
    | 'person_keys'
    | 'erasures'
    | 'subject_exports';
  readonly idColumn: 'key' | 'id';
  readonly column:
    | 'wrapped_key'
    | 'encrypted_token'
    | 'encrypted_slug'
    | 'encrypted_body'
    | 'encrypted_private_key'
    | 'encrypted_secret'
    | 'encrypted_unsubscribe_token'
    | 'encrypted_value'
    | 'encrypted_key'
    | 'encrypted_address';
}

export type RowId = string | number;

export interface EncryptedRow {
  id: RowId;
  bytes: Buffer;
}

/** Few enough that the server, whose transactions wait for this one on SQLite, does not notice. */
const ROWS_PER_BATCH = 200;

/**
 * Encrypts the next rows again whose bytes do not begin with `prefix`, in one transaction that keeps the rows from being
 * deleted meanwhile. `reencrypt` returns undefined for bytes that it cannot decrypt; they stay. Returns the rows read,
 * none at the end.
 */
export function reencryptBatch(
  db: Database,
  engine: DatabaseEngine,
  { table, idColumn, column }: EncryptedColumn,
  { after, prefix }: { after: RowId | undefined; prefix: Buffer },
  reencrypt: (row: EncryptedRow) => Buffer | undefined,
): Promise<EncryptedRow[]> {
  const [id, bytes, target] = [sql.ref(idColumn), sql.ref(column), sql.table(table)];
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<EncryptedRow>`
      select ${id} as id, ${bytes} as bytes from ${target}
      where (${bytes} < ${prefix} or ${bytes} >= ${followingPrefix(prefix)})
        ${after === undefined ? sql`` : sql`and ${id} > ${after}`}
      order by ${id} limit ${sql.lit(ROWS_PER_BATCH)}
      ${engine === 'postgres' ? sql`for update` : sql``}`.execute(db);
    const changes = rows.flatMap((row) => {
      const encrypted = reencrypt(row);
      return encrypted ? [{ id: row.id, encrypted }] : [];
    });
    if (changes.length > 0) {
      const cases = changes.map((change) =>
        engine === 'postgres'
          ? sql`when ${change.id} then cast(${change.encrypted} as bytea)`
          : sql`when ${change.id} then ${change.encrypted}`,
      );
      await sql`
        update ${target} set ${bytes} = case ${id} ${sql.join(cases, sql` `)} end
        where ${id} in (${sql.join(changes.map((change) => change.id))})`.execute(db);
    }
    return rows;
  });
}

/** Returns the first bytes after all that begin with the prefix. The last byte of a version is never 255 four times. */
function followingPrefix(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix);
  next.writeUInt32BE(next.readUInt32BE(next.length - 4) + 1, next.length - 4);
  return next;
}

import type { Database } from '../../open-database.ts';

/** An erasure as `GET /api/admin/erasures/export` lists it. */
export interface ListedErasure {
  readonly subjectHash: string;
  readonly requestedAt: string;
  readonly statements: 'keep' | 'delete';
}

/**
 * Adds erasures that a restored backup does not know, for the server to carry out when it starts. Returns how many; none when
 * they are there already, also from an interrupted restore.
 */
export function insertRestoredErasures(db: Database, listed: readonly ListedErasure[]): Promise<number> {
  return db.transaction().execute(async (db) => {
    const known = await db.selectFrom('erasures').select(['subject_hash', 'requested_at']).execute();
    const keys = new Set(known.map(({ subject_hash, requested_at }) => `${subject_hash} ${requested_at}`));
    const added = listed.filter(
      ({ subjectHash, requestedAt }) => !keys.has(`${subjectHash} ${Date.parse(requestedAt)}`),
    );
    // A statement per erasure: few in the life of an installation.
    for (const { subjectHash, requestedAt, statements } of added)
      await db
        .insertInto('erasures')
        .values({
          subject_hash: subjectHash,
          encrypted_address: null,
          scope: JSON.stringify({ statements }),
          state: 'restored',
          requester_id: null,
          requested_at: Date.parse(requestedAt),
          erased_at: null,
        })
        .execute();
    return added.length;
  });
}

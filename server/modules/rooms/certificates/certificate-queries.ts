import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Party } from '#server/authorization/history/as-party.ts';
import { asOf } from '#server/database/history/as-of.ts';
import type { Database } from '#server/database/open-database.ts';
import type { DisclosureCertificatesTable } from '#server/database/tables/evidence.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export type CertificateRow = Selectable<DisclosureCertificatesTable>;

export const insertCertificate = (
  db: Database,
  certificate: Insertable<DisclosureCertificatesTable>,
): Promise<CertificateRow> =>
  db.insertInto('disclosure_certificates').values(certificate).returningAll().executeTakeFirstOrThrow();

export const findCertificate = (db: Database, id: number): Promise<CertificateRow | undefined> =>
  db.selectFrom('disclosure_certificates').selectAll().where('id', '=', id).executeTakeFirst();

const listed = (db: Database, { limit, cursor }: PageRequest) =>
  db
    .selectFrom('disclosure_certificates')
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1);

/** Lists the certificates of a room, newest first; one more than `limit`. */
export const listCertificatesOfRoom = (
  db: Database,
  roomId: number,
  page: PageRequest,
): Promise<CertificateRow[]> => listed(db, page).where('room_id', '=', roomId).execute();

/** Lists the certificates that a party asked for itself, newest first; one more than `limit`. */
export const listCertificatesOfParty = (
  db: Database,
  party: Party,
  page: PageRequest,
): Promise<CertificateRow[]> =>
  listed(db, page)
    .where('room_id', 'is', null)
    .where('party_kind', '=', party.kind)
    .where('party_id', '=', party.id)
    .execute();

/** Finishes a certificate that waits; returns whether it still did. One that is done keeps its bytes and its hash. */
export async function setCertificate(
  db: Database,
  id: number,
  changes: Updateable<DisclosureCertificatesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('disclosure_certificates')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findFolderName(db: Database, id: number): Promise<string | undefined> {
  const folder = await db.selectFrom('folders').select('name').where('id', '=', id).executeTakeFirst();
  return folder?.name;
}

/** Returns whether the room admitted certain domains of addresses only at an instant. */
export async function limitedDomainsAt(db: Database, roomId: number, at: number): Promise<boolean> {
  const rows = await asOf(db, at)
    .selectFrom('room_domains')
    .select('domain')
    .where('room_id', '=', roomId)
    .limit(1)
    .execute();
  return rows.length > 0;
}

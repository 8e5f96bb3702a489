import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { LinkDevicesTable } from '#server/database/tables/links.ts';

/** A remembered browser with the person whom it stands for. */
export type DeviceRow = Selectable<LinkDevicesTable> & {
  readonly email: string;
  readonly email_key: string;
  readonly invitation_id: number;
};

/** Finds a browser that was remembered under the present requirements, unless the visits of its person were ended since. */
export function findDevice(
  db: Database,
  tokenHash: Buffer,
  link: { id: number; requirements_version: number },
  now: number,
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('link_devices')
    .innerJoin('link_visitors', 'link_visitors.id', 'link_devices.visitor_id')
    .innerJoin('invitations', 'invitations.id', 'link_visitors.invitation_id')
    .selectAll('link_devices')
    .select(['link_visitors.email', 'link_visitors.email_key', 'invitations.id as invitation_id'])
    .where('link_devices.token_hash', '=', tokenHash)
    .where('link_devices.link_id', '=', link.id)
    .where('link_visitors.link_id', '=', link.id)
    .where('link_devices.requirements_version', '=', link.requirements_version)
    .where('link_devices.expires_at', '>', now)
    .where('invitations.revoked_at', 'is', null)
    .executeTakeFirst();
}

export async function insertDevice(db: Database, device: Insertable<LinkDevicesTable>): Promise<void> {
  await db.insertInto('link_devices').values(device).execute();
}

/** Returns false if another request has used the token first. */
export async function removeDevice(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('link_devices')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns whether the token was one of the link. */
export async function removeDeviceOfLink(db: Database, linkId: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('link_devices')
    .where('token_hash', '=', tokenHash)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeExpiredDevices(db: Database, now: number): Promise<void> {
  await db.deleteFrom('link_devices').where('expires_at', '<=', now).execute();
}

export async function setDeviceTerms(db: Database, tokenHash: Buffer, versionId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('link_devices')
    .set({ terms_version_id: versionId })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

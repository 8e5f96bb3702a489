import { sql } from 'kysely';
import type { LinkRow } from '#server/authorization/links/load-link.ts';
import type { Database } from '#server/database/open-database.ts';
import type { VisitorDownloads } from '#server/database/tables/invitations.ts';
import type { LinkVisitorsTable } from '#server/database/tables/links.ts';

/**
 * Counts a visit of a link that is open and asks for nothing else than `requirements_version` did. Locks the row, so that a
 * change or revocation either precedes the visit, which then is refused, or ends it with the others.
 */
export function countVisit(
  db: Database,
  { id, requirements_version }: Pick<LinkRow, 'id' | 'requirements_version'>,
  now: number,
): Promise<LinkRow | undefined> {
  return db
    .updateTable('links')
    .set({ visits: sql<number>`visits + 1`, last_visit_at: now })
    .where('id', '=', id)
    .where('requirements_version', '=', requirements_version)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', now)]))
    .where((where) =>
      where.or([where('max_visits', 'is', null), where('visits', '<', where.ref('max_visits'))]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Finds the visitor with an address. Visitors without one are new each time. */
export async function findVisitor(db: Database, linkId: number, emailKey: string) {
  if (emailKey === '') return undefined;
  return db
    .selectFrom('link_visitors')
    .select(['id', 'invitation_id'])
    .where('link_id', '=', linkId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

/** Counts the people whom a link admitted. */
export async function countVisitors(db: Database, linkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('link_visitors')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the confirmed address of a link's owner, with the name of the link. */
export const findAlertedOwner = (db: Database, linkId: number) =>
  db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.owner_id')
    .select(['links.name', 'users.email'])
    .where('links.id', '=', linkId)
    .where('links.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst();

/** Opens the invitation row of a visitor again, which a change of the link may have closed. */
export async function setInvitationOpen(
  db: Database,
  id: number,
  values: { expires_at: number; allow_download: VisitorDownloads },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ ...values, revoked_at: null })
    .where('id', '=', id)
    .execute();
}

/** Applies an end and a level to the visitors whom the link has admitted. */
export async function setVisitorInvitations(
  db: Database,
  linkId: number,
  values: { expires_at: number; allow_download: VisitorDownloads },
): Promise<void> {
  await db.updateTable('invitations').set(values).where('link_id', '=', linkId).execute();
}

export async function insertVisitorInvitation(
  db: Database,
  visitor: {
    link: LinkRow;
    email: string;
    emailKey: string;
    expires_at: number;
    allow_download: VisitorDownloads;
    token_hash: Buffer;
    encrypted_token: Buffer;
  },
  now: number,
): Promise<number> {
  const { link, email, emailKey, ...values } = visitor;
  const { id } = await db
    .insertInto('invitations')
    .values({
      ...values,
      email,
      email_key: emailKey,
      role: 'visitor',
      all_folders: 0,
      inviter_id: link.owner_id,
      created_at: now,
      link_id: link.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Visit = Pick<LinkVisitorsTable, 'link_id' | 'email' | 'email_key' | 'verified_by' | 'invitation_id'>;

/** Records a visit; returns the id of the visitor. */
export async function recordVisit(
  db: Database,
  visitorId: number | undefined,
  visit: Visit,
  now: number,
): Promise<number> {
  if (visitorId === undefined) {
    const times = { visits: 1, first_visit_at: now, last_visit_at: now };
    const { id } = await db
      .insertInto('link_visitors')
      .values({ ...visit, ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  await db
    .updateTable('link_visitors')
    .set({
      verified_by: visit.verified_by,
      invitation_id: visit.invitation_id,
      visits: sql<number>`visits + 1`,
      last_visit_at: now,
    })
    .where('id', '=', visitorId)
    .execute();
  return visitorId;
}

export async function findLinkOfInvitation(db: Database, invitationId: number): Promise<number | null> {
  const { link_id } = await db
    .selectFrom('invitations')
    .select('link_id')
    .where('id', '=', invitationId)
    .executeTakeFirstOrThrow();
  return link_id;
}

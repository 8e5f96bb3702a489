import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { ownerManages } from './group-of-link.ts';

/**
 * Tells whether what a member without an account, in `group_members`, came with has ended: the invitation, the link behind it, or
 * the right of those who gave them. Such a row gives nothing, and stands in nobody's way. An address that is blocked at a link
 * that goes on is no such member.
 */
export const isEndedMembership = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  group_members.user_id is null and exists (
    select 1 from invitations given join users givers on givers.id = given.inviter_id
      left join links on links.id = given.link_id
    where given.id = group_members.invitation_id
      and ((given.revoked_at is not null and links.id is null) or given.expires_at <= ${now} or givers.deleted_at is not null
        or links.deleted_at is not null or links.disabled_at is not null
        or (links.id is not null and not ${ownerManages(sql.ref('group_members.room_id'))}))))`;

/** An active row of a member whose access has ended. */
interface EndedMembership {
  readonly id: number;
  readonly groupId: number;
  readonly invitationId: number | null;
  /** Settings of the link that admitted the member, as they are stored. */
  readonly linkSettings: string | null;
}

interface Membership {
  readonly state: 'none' | 'through-link' | 'otherwise' | 'removed';
  /** To be replaced by a new membership. */
  readonly ended: EndedMembership | undefined;
}

/**
 * Finds how a visitor of a link, with an address and perhaps an invitation, stands to the groups of its room. Whom the staff
 * removed, the link does not bring back; who came through a link that has ended, another one does.
 */
export async function findMembership(
  { db, now }: Pick<Services, 'db' | 'now'>,
  groupId: number,
  { emailKey, invitationId }: { emailKey: string; invitationId: number },
): Promise<Membership> {
  const members = await db
    .selectFrom('group_members')
    .leftJoin('invitations as admitted', 'admitted.id', 'group_members.invitation_id')
    .leftJoin('links as admitting', 'admitting.id', 'admitted.link_id')
    .select([
      'group_members.id',
      'group_members.group_id',
      'group_members.invitation_id',
      'group_members.created_at',
      'group_members.removed_at',
      'admitting.settings',
    ])
    .select(sql<0 | 1>`case when ${isEndedMembership(now())} then 1 else 0 end`.as('has_ended'))
    .where('group_members.room_id', '=', (select) =>
      select.selectFrom('room_groups').select('room_id').where('id', '=', groupId),
    )
    .where('group_members.email_key', '=', emailKey)
    .execute();
  const active = members.find(({ removed_at }) => removed_at === null);
  if (active && active.has_ended === 0) {
    const isOfLink = active.group_id === groupId && active.invitation_id === invitationId;
    return { state: isOfLink ? 'through-link' : 'otherwise', ended: undefined };
  }
  const ended = active && {
    id: active.id,
    groupId: active.group_id,
    invitationId: active.invitation_id,
    linkSettings: active.settings,
  };
  // A membership that another one replaced ended at the moment in which that began, and not by the staff.
  const wasReplaced = ({ id, removed_at }: { id: number; removed_at: number | null }) =>
    members.some((other) => other.id > id && other.created_at === removed_at);
  const isRemoved =
    ended?.groupId !== groupId &&
    members.some((member) => member.group_id === groupId && !wasReplaced(member));
  return { state: isRemoved ? 'removed' : 'none', ended };
}

/** Lets a member whose access has ended continue with another invitation; returns false if the row was changed meanwhile. */
export async function renewMembership(
  db: Database,
  { id, invitationId: before }: EndedMembership,
  invitationId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('group_members')
    .set({ invitation_id: invitationId })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('invitation_id', 'is not distinct from', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertLinkMember(
  db: Database,
  groupId: number,
  member: { email: string; email_key: string; invitation_id: number; created_at: number },
): Promise<void> {
  const { room_id } = await db
    .selectFrom('room_groups')
    .select('room_id')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('group_members')
    .values({ ...member, group_id: groupId, room_id, user_id: null })
    .execute();
}

/** Ends memberships, at the moment in which those begin that replace them; the rows stay for what these people did. */
export async function setMembersRemoved(db: Database, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('group_members').set({ removed_at: now }).where('id', 'in', ids).execute();
}

import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';

/** Returns, by room, the state of the publications that a member of a group was asked to approve; nothing for anybody else. */
export async function findAskedApprovals(
  db: Database,
  actor: Actor,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const states = new Map<number, string>();
  const groupIds = groupIdsOf(actor);
  if (groupIds.length === 0 || roomIds.length === 0) return states;
  const [userId, invitationId] =
    actor.kind === 'user' ? [actor.id, 0] : [0, actor.kind === 'visitor' ? actor.invitationId : 0];
  const { rows } = await sql<{ room_id: number; state: string }>`
    select publications.room_id, publications.id || ' ' || coalesce(publications.state, '') || ' '
        || coalesce(publications.cancelled_at, 0) as state
      from publication_approvers join publications on publications.id = publication_approvers.publication_id
        join group_members on group_members.id = publication_approvers.member_id
      where publications.room_id in (${sql.join(roomIds)}) and group_members.removed_at is null
        and group_members.group_id in (${sql.join(groupIds)})
        and (group_members.user_id = ${userId} or group_members.invitation_id = ${invitationId})
      order by publications.id`.execute(db);
  for (const { room_id, state } of rows) states.set(room_id, `${states.get(room_id) ?? ''},${state}`);
  return states;
}

/** Returns, by room, the groups of which a member was ever asked to approve a publication. */
export async function findAskedGroupIds(
  db: Database,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const groupIds = new Map<number, number[]>();
  if (roomIds.length === 0) return groupIds;
  const { rows } = await sql<{ room_id: number; group_id: number }>`
    select distinct group_members.room_id, group_members.group_id from publication_approvers
      join group_members on group_members.id = publication_approvers.member_id
      where group_members.room_id in (${sql.join([...new Set(roomIds)])})`.execute(db);
  for (const { room_id, group_id } of rows)
    groupIds.set(room_id, [...(groupIds.get(room_id) ?? []), group_id]);
  return groupIds;
}

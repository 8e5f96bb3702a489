import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';

/** Limits `group_members` to the actor, while their group is open to them. */
const isActor = (actor: Actor) => {
  const [userId, invitationId] =
    actor.kind === 'user' ? [actor.id, 0] : [0, actor.kind === 'visitor' ? actor.invitationId : 0];
  return sql<boolean>`(group_members.removed_at is null
    and group_members.group_id in (${sql.join([0, ...groupIdsOf(actor)])})
    and (group_members.user_id = ${userId} or group_members.invitation_id = ${invitationId}))`;
};

/** Finds a member of a room whom a manager can name as approver. */
export const findCandidate = (db: Database, roomId: number, memberId: number) =>
  db
    .selectFrom('group_members')
    .innerJoin('room_groups', 'room_groups.id', 'group_members.group_id')
    .select(['group_members.id', 'group_members.email'])
    .where('group_members.id', '=', memberId)
    .where('group_members.room_id', '=', roomId)
    .where('group_members.removed_at', 'is', null)
    .where('room_groups.deleted_at', 'is', null)
    .executeTakeFirst();

export async function insertApprover(
  db: Database,
  approver: { publication_id: number; member_id: number; state_hash: string; created_at: number },
): Promise<void> {
  await db.insertInto('publication_approvers').values(approver).execute();
}

/** Finds the approver of a publication, and whether the actor is this member. */
export const findApprover = (db: Database, publicationId: number, actor: Actor) =>
  db
    .selectFrom('publication_approvers')
    .innerJoin('group_members', 'group_members.id', 'publication_approvers.member_id')
    .select(['member_id', 'state_hash', 'group_members.group_id', 'group_members.email'])
    .select(sql<0 | 1>`case when ${isActor(actor)} then 1 else 0 end`.as('isActor'))
    .where('publication_id', '=', publicationId)
    .executeTakeFirst();

export async function setDecision(
  db: Database,
  publicationId: number,
  decision: { agreed_at: number } | { declined_at: number },
): Promise<void> {
  await db
    .updateTable('publication_approvers')
    .set(decision)
    .where('publication_id', '=', publicationId)
    .execute();
}

/** Lists the publications that wait for the actor, oldest first. */
export const listAwaited = (db: Database, actor: Actor, limit: number) =>
  db
    .selectFrom('publication_approvers')
    .innerJoin('publications', 'publications.id', 'publication_approvers.publication_id')
    .innerJoin('group_members', 'group_members.id', 'publication_approvers.member_id')
    .select([
      'publications.id',
      'publications.room_id',
      'publications.publish_at',
      'publications.created_at',
      'publications.difference',
      'publication_approvers.state_hash',
      'group_members.group_id',
    ])
    .where(isActor(actor))
    .where('publications.state', '=', 'requested')
    .where('publications.cancelled_at', 'is', null)
    .orderBy('publications.id')
    .limit(limit)
    .execute();

/** Tells whether publications of a room wait, for their date or a member, that no manager approved. */
export async function hasUnapproved(db: Database, roomId: number, now: number): Promise<boolean> {
  const isForMember = sql<boolean>`exists (select 1 from publication_approvers where publication_id = publications.id)`;
  const found = await db
    .selectFrom('publications')
    .select('id')
    .where('room_id', '=', roomId)
    .where('cancelled_at', 'is', null)
    .where('decided_by_id', 'is', null)
    .where((where) =>
      where.or([
        where('state', '=', 'scheduled'),
        where.and([where('state', 'is', null), where('publish_at', '>', now)]),
        where.and([where('state', '=', 'requested'), isForMember]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

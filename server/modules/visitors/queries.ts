import type { Requester } from '#server/app/context.ts';
import { filesLinkedTo } from '#server/authorization/links/linked-files.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { ViewAs } from '#shared/policies/actor.ts';

/** Finds the invitation of a visitor session with the inviter's name. */
export function findVisitorInvitation(db: Database, invitationId: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .leftJoin('links', 'links.id', 'invitations.link_id')
    .select([
      'links.settings as link_settings',
      'invitations.email',
      'invitations.expires_at',
      'invitations.all_folders',
      'invitations.allow_download',
    ])
    .select(personName('users').as('inviter'))
    .where('invitations.id', '=', invitationId)
    .executeTakeFirstOrThrow();
}

/** Lists at most two of the files that the link of a visitor names. */
export function listLinkedFiles(
  db: Database,
  invitationId: number,
  requester: Requester,
): Promise<{ id: number }[]> {
  return db
    .selectFrom(filesLinkedTo(invitationId, requester).as('linked'))
    .select('linked.id')
    .orderBy('linked.id')
    .limit(2)
    .execute();
}

/** Finds the names of the group, and of the member, as whom a manager sees a room. */
export async function findViewedNames(
  db: Database,
  { groupId, memberId = 0 }: Pick<ViewAs, 'groupId' | 'memberId'>,
): Promise<{ groupName: string; memberEmail: string | undefined }> {
  const { name, email } = await db
    .selectFrom('room_groups')
    .leftJoin('group_members', (join) =>
      join.onRef('group_members.group_id', '=', 'room_groups.id').on('group_members.id', '=', memberId),
    )
    .select(['room_groups.name', 'group_members.email'])
    .where('room_groups.id', '=', groupId)
    .executeTakeFirstOrThrow();
  return { groupName: name, memberEmail: email ?? undefined };
}

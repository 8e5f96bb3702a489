import type { Requester } from '#server/app/context.ts';
import { filesLinkedTo } from '#server/authorization/links/linked-files.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';

/** Finds the invitation of a visitor session with the inviter's name. */
export function findVisitorInvitation(db: Database, invitationId: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select([
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

export async function findGroupName(db: Database, id: number): Promise<string> {
  return (await db.selectFrom('room_groups').select('name').where('id', '=', id).executeTakeFirstOrThrow())
    .name;
}

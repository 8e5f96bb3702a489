import { sql } from 'kysely';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { Database } from '#server/database/open-database.ts';

export interface Recipient extends Reader {
  readonly email: string;
}

const idsOf = (readers: readonly Reader[], kind: Reader['kind']): number[] => [
  0,
  ...readers.filter((reader) => reader.kind === kind).map(({ id }) => id),
];

/**
 * Finds the addresses of those of the readers who can get mails: active users who confirmed theirs, and visitors whom the mail
 * with their invitation or a code reached.
 */
export async function findRecipients(db: Database, readers: readonly Reader[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select 'user' as kind, id, email from users
      where id in (${sql.join(idsOf(readers, 'user'))}) and deleted_at is null and email_verified_at is not null
    union all
    select 'visitor', invitations.id, invitations.email from invitations
      where invitations.id in (${sql.join(idsOf(readers, 'visitor'))}) and invitations.email <> ''
        and (invitations.link_id is null or exists (select 1 from link_visitors
          where link_visitors.invitation_id = invitations.id and link_visitors.verified_by = 'code'))`.execute(
    db,
  );
  return rows;
}

/** Returns those of the users whose main switch for mails is on. */
export async function listMailedUsers(db: Database, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select('user_id')
    .where('user_id', 'in', [0, ...userIds])
    .where('email_notifications', '=', 1)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Turns the main switch for mails on for a user who has never used it; the kinds below it stay off. */
export async function turnMailsOn(db: Database, userId: number): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, email_notifications: 1, file_shared: 0, folder_access: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

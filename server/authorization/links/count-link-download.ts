import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';

/** Counts downloads for the link through which the actor came, if any. */
export async function countLinkDownload({ db, actor }: Context, files: number): Promise<void> {
  if (actor.kind !== 'visitor' || files === 0) return;
  await db
    .updateTable('links')
    .set({ downloads: sql<number>`downloads + ${files}` })
    .where('id', '=', (select) =>
      select.selectFrom('invitations').select('link_id').where('invitations.id', '=', actor.invitationId),
    )
    .execute();
}

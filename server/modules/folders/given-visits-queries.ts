import { type RawBuilder, sql } from 'kysely';
import { allDescendants } from '#server/authorization/folder-descendants.ts';
import type { Database } from '#server/database/open-database.ts';

interface Transfer {
  readonly folderId: number;
  readonly fromId: number;
  readonly toId: number;
  readonly now: number;
}

/**
 * Makes another user the inviter of the invitations of one user that are still valid and lead to nothing but a folder and what is
 * below it; returns their number. Not of invitations to all folders: those would then open all folders of the other user.
 */
export async function transferGivenInvitations(
  db: Database,
  { folderId, fromId, toId, now }: Transfer,
): Promise<number> {
  const { numAffectedRows } = await sql`with recursive ${allDescendants(sql`${folderId}`)}
    update invitations set inviter_id = ${toId}
      where inviter_id = ${fromId} and all_folders = 0 and link_id is null
        and revoked_at is null and expires_at > ${now}
        and id in (select invitation_id from invitation_folders where folder_id in (select id from below))
        and not exists (select 1 from invitation_folders
          where invitation_id = invitations.id and folder_id not in (select id from below))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Makes another user the owner of such links of one user, and the inviter of their visitors; returns the number of links. Not of
 * links with terms: these belong to their author, who would go on to change them and to see who accepted them.
 */
export async function transferGivenLinks(
  db: Database,
  { folderId, fromId, toId, now }: Transfer,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`with recursive ${allDescendants(sql`${folderId}`)}
    update links set owner_id = ${toId}
      where owner_id = ${fromId} and deleted_at is null and terms_id is null
        and (expires_at is null or expires_at > ${now})
        and id in (select link_id from link_targets)
        and not exists (select 1 from link_targets where link_id = links.id and not ${isTargetBelow})
      returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable('invitations')
      .set({ inviter_id: toId })
      .where('link_id', 'in', ids)
      .where('inviter_id', '=', fromId)
      .execute();
  return ids.length;
}

const isTargetBelow: RawBuilder<unknown> = sql`(
  (entry_kind = 'folder' and entry_id in (select id from below))
  or (entry_kind = 'file' and entry_id in (select files.id from files where files.folder_id in (select id from below))))`;

import type { Context } from '#server/app/context.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { InboxFile } from '#shared/contracts/rooms/inbox.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listInboxRows } from './queries.ts';

/** Lists the files that members of a group sent and that wait for the staff; one more than `limit`. */
export async function listInbox(ctx: Context, groupId: number, page: PageRequest): Promise<InboxFile[]> {
  const { group } = await loadGroup(ctx, groupId, 'view');
  return (await listInboxRows(ctx.db, group.id, page)).map((row) => ({
    id: row.id,
    name: row.name,
    size: row.size,
    folderId: row.folder_id,
    folderName: row.folder_name,
    sender: row.sender,
    receivedAt: isoInstant(row.received_at),
  }));
}

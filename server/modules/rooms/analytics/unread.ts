import type { Context } from '#server/app/context.ts';
import { asGroup } from '#server/authorization/groups/as-group.ts';
import type { UnreadEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { viewsByHand } from './automated/automated-queries.ts';
import { assertGroupOf, loadSinceCreation } from './load-analytics.ts';
import { listUnreadByAnybody, listUnreadByGroup, type UnreadRow } from './unread-queries.ts';

interface Wanted {
  readonly groupId?: number | undefined;
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** Lists what a group may open at this moment and has not opened, or what nobody has; one more than `limit`. */
export async function listUnread(
  ctx: Context,
  roomId: number,
  { groupId, ...page }: Wanted,
): Promise<readonly UnreadEntry[]> {
  const analytics = await loadSinceCreation(ctx, roomId);
  await assertGroupOf(ctx, roomId, groupId);
  const byHand = await viewsByHand(ctx.db, analytics);
  if (groupId === undefined)
    return (await listUnreadByAnybody(ctx, { roomId, byHand }, page)).map(presentUnread);
  const group = asGroup(ctx, { roomId, groupId, requestedById: 0 });
  return (await listUnreadByGroup(ctx.db, group, { roomId, groupId, byHand }, page)).map(presentUnread);
}

const presentUnread = (row: UnreadRow): UnreadEntry => ({
  id: row.id,
  name: row.name,
  folderId: row.folder_id,
  folderName: row.folder_name,
  state: row.has_views === 1 ? 'earlier-version' : 'not-opened',
  modifiedAt: isoInstant(row.modified_at),
});

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { TimelineEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { assertPersonsShown, loadAnalytics } from './load-analytics.ts';
import { findRoomMember, listTimelineRows } from './timeline-queries.ts';

/** Lists what a member of a group did in a room, newest first, from `offset` on; one more than `limit`. */
export async function listTimeline(
  ctx: Context,
  roomId: number,
  memberId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly TimelineEntry[]> {
  assertPersonsShown(await loadAnalytics(ctx, roomId, {}));
  const member = await findRoomMember(ctx.db, roomId, memberId);
  if (!member) throw new AppError('not-found', 'The member could not be found.');
  const rows = await listTimelineRows(ctx.db, roomId, member, { limit, offset });
  return rows.map((row, at) => ({
    id: offset + at + 1,
    kind: row.kind,
    at: isoInstant(row.at),
    file: row.file_id === null ? null : { id: row.file_id, name: row.name ?? '' },
    ms: row.ms,
    version: row.version,
    isAnswered: row.is_answered === null ? null : row.is_answered === 1,
  }));
}

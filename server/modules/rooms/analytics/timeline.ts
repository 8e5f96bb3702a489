import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { TimelineEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { assertPersonsShown, loadAnalytics } from './load-analytics.ts';
import { findRoomMember, listTimelineRows, type TimelinePage, type TimelineRow } from './timeline-queries.ts';

interface PlacedRow extends TimelineRow {
  /** Its place in the list, from 1. */
  readonly id: number;
}

/** Lists what a member of a group did in a room, newest first, after the cursor; one more than `limit`. */
export const listTimeline = (
  ctx: Context,
  roomId: number,
  memberId: number,
  page: TimelinePage,
): Promise<readonly PlacedRow[]> =>
  withLongReads(
    ctx,
    async (ctx) => assertPersonsShown(await loadAnalytics(ctx, roomId, {})),
    (ctx) => listRows(ctx, roomId, memberId, page),
  );

async function listRows(
  ctx: Context,
  roomId: number,
  memberId: number,
  page: TimelinePage,
): Promise<readonly PlacedRow[]> {
  const member = await findRoomMember(ctx.db, roomId, memberId);
  if (!member) throw new AppError('not-found', 'The member could not be found.');
  const rows = await listTimelineRows(ctx.db, roomId, member, page);
  const before = page.cursor?.id ?? 0;
  return rows.map((row, at) => ({ ...row, id: before + at + 1 }));
}

export const cursorOf = ({ id, at, kind, place }: PlacedRow): string => `${id}-${at}-${kind}-${place}`;

export const presentEntry = (row: PlacedRow): TimelineEntry => ({
  id: row.id,
  kind: row.kind,
  at: isoInstant(row.at),
  file: row.file_id === null ? null : { id: row.file_id, name: row.name ?? '' },
  ms: row.ms,
  version: row.version,
  isAnswered: row.is_answered === null ? null : row.is_answered === 1,
});

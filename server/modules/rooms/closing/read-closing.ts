import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { readRemovability } from '../removal/complete-archive-queries.ts';
import { countLost } from '../removal/loss-queries.ts';
import { findFinalArchive, findRoomRow } from '../state/queries.ts';
import { findLatestArchive, readFigures } from './closing-queries.ts';

/** Reads the checklist of a room: what is unfinished, whose access ends with it, and the evidence that was made of it. */
export async function readClosing(ctx: Context, id: number): Promise<Closing> {
  await loadRoom(ctx, id, 'evidence');
  const room = await findRoomRow(ctx.db, id);
  const { state, closed_at: closedAt } = room;
  const { evidence, ...figures } = await readFigures(ctx.db, id, ctx.now());
  // An archive of a room that may still change is not one of its end.
  const isClosed = state === 'closed' || state === 'archived';
  const archive = isClosed ? await findLatestArchive(ctx.db, id, closedAt ?? 0) : undefined;
  return {
    state,
    ...figures,
    evidence: { ...evidence, archive: archive ? presentArchive(archive) : null },
    removal: { ...(await readRemovability(ctx.db, id, ctx.now())), ...(await countLost(ctx.db, id)) },
    mayArchive: state === 'closed' && (await findFinalArchive(ctx.db, room, ctx.now())) !== undefined,
  };
}

type LatestArchive = NonNullable<Awaited<ReturnType<typeof findLatestArchive>>>;

const presentArchive = ({ id, state, created_at, verification, verified_at }: LatestArchive) => ({
  id,
  state,
  createdAt: isoInstant(created_at),
  verification,
  verifiedAt: isoInstantOrNull(verified_at),
});

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { type GroupRow, type LoadedRoom, loadGroup } from '#server/authorization/groups/load-room.ts';
import type { ExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import type { RoomAction } from '#shared/policies/rooms.ts';
import { type CheckRow, findCheck, findUsernames, hasNewerCheck } from './check-queries.ts';
import { describeSelections } from './selection/describe-selections.ts';

export const CHECK_NOT_FOUND = 'The exposure check could not be found.';

interface LoadedCheck {
  readonly check: CheckRow;
  readonly group: GroupRow;
  readonly room: LoadedRoom;
}

/** Returns a check with its group for the staff of the room, or refuses. */
export async function loadCheck(ctx: Context, id: number, action: RoomAction): Promise<LoadedCheck> {
  const check = await findCheck(ctx.db, id);
  if (!check) throw new AppError('not-found', CHECK_NOT_FOUND);
  const loaded = await hidingNotFound(CHECK_NOT_FOUND, () => loadGroup(ctx, check.group_id, action));
  return { check, ...loaded };
}

/** Refuses what would be decided on a check that a newer one of the same kind replaces: later checks would not take it over. */
export async function assertIsNewest({ db }: Context, check: CheckRow): Promise<void> {
  if (await hasNewerCheck(db, check))
    throw new AppError(
      'conflict',
      'A newer check of this group replaces this one. Decide its findings and sign it off instead.',
    );
}

/** Each document is counted twice: once its content was inspected, and once its text was compared with the names. */
const progressOf = ({ state, documents, checked_documents }: CheckRow): number =>
  state === 'done' ? 1 : documents === 0 ? 0 : Math.min(0.99, checked_documents / (documents * 2));

export async function presentChecks(
  ctx: Context,
  checks: readonly CheckRow[],
  group: GroupRow,
): Promise<ExposureCheck[]> {
  const names = await findUsernames(
    ctx.db,
    checks.flatMap(({ signed_off_by_id }) => signed_off_by_id ?? []),
  );
  const selectionOf = await describeSelections(ctx, checks);
  return checks.map((check) => ({
    id: check.id,
    roomId: check.room_id,
    groupId: check.group_id,
    groupName: group.name,
    state: check.state,
    progress: progressOf(check),
    // Stored for selected drafts too: nodes of earlier versions know no others.
    includesDrafts: check.includes_drafts === 1 && check.selection_hash === null,
    selection: selectionOf(check.id),
    documents: check.documents,
    createdAt: isoInstant(check.created_at),
    finishedAt: isoInstantOrNull(check.finished_at),
    signedOffAt: isoInstantOrNull(check.signed_off_at),
    signedOffBy: names.get(check.signed_off_by_id ?? 0) ?? null,
  }));
}

export async function presentCheck(ctx: Context, check: CheckRow, group: GroupRow): Promise<ExposureCheck> {
  const [presented] = await presentChecks(ctx, [check], group);
  if (!presented) throw new Error('A check was not presented');
  return presented;
}

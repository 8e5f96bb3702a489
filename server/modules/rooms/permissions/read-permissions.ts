import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  explainPermission as explainContract,
  PermissionRow,
} from '#shared/contracts/rooms/permissions.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listGroups } from '../groups/queries.ts';
import { type EntryCursor, findPersonName, listEntriesIn } from './permission-queries.ts';
import { type Entry, levelOf, loadPermissions, presentRow, rightsOf } from './resolve-permissions.ts';

const ENTRY_NOT_FOUND = 'The folder or file could not be found in this room.';

interface Page {
  readonly limit: number;
  readonly cursor: EntryCursor | undefined;
}

/** Lists the permissions of the folders and files directly in a folder; one more than `limit`. */
export async function listPermissions(
  ctx: Context,
  roomId: number,
  { folderId = roomId, limit, cursor }: { folderId: number | undefined } & Page,
): Promise<PermissionRow[]> {
  await loadRoom(ctx, roomId, 'view');
  const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
  const parent = { kind: 'folder', id: folderId } as const;
  if (folderId !== roomId && !(await loadPermissions(ctx, roomId, [parent], [])).isInRoom(parent))
    throw new AppError('not-found', ENTRY_NOT_FOUND);
  const after = cursor ?? { kind: 'folder', id: 0 };
  const entries = await listEntriesIn(ctx.db, folderId, { limit, after });
  const permissions = await loadPermissions(ctx, roomId, entries, groupIds);
  const numberOf = await findNumbersIn(ctx, folderId);
  return entries.map((entry) => {
    const number = numberOf(entry.kind, entry.id);
    return { ...presentRow(entry, permissions, groupIds), ...(number !== undefined && { number }) };
  });
}

/** Returns the grant that decides what a group may do with a folder or file. */
export async function explainPermission(
  ctx: Context,
  roomId: number,
  { kind, id, groupId }: Entry & { groupId: number },
): Promise<ResultOf<typeof explainContract>> {
  await loadRoom(ctx, roomId, 'view');
  if (!(await listGroups(ctx.db, roomId)).some((group) => group.id === groupId))
    throw new AppError('not-found', 'The group could not be found.');
  const entry = { kind, id };
  const permissions = await loadPermissions(ctx, roomId, [entry], [groupId]);
  if (!permissions.isInRoom(entry)) throw new AppError('not-found', ENTRY_NOT_FOUND);
  const grant = permissions.findGrant(entry, groupId);
  const path = permissions.pathOf(entry).toReversed();
  const named = grant?.kind === 'file' ? permissions.entries : path;
  return {
    level: levelOf(grant),
    ...rightsOf(entry, grant),
    grant: grant
      ? {
          kind: grant.kind,
          id: grant.entry_id,
          name: named.find(({ id }) => id === grant.entry_id)?.name ?? '',
          grantedBy: await findPersonName(ctx.db, grant.granted_by_id),
          grantedAt: isoInstant(grant.granted_at),
        }
      : null,
    path: path.map(({ id, name }) => ({ id, name })),
  };
}

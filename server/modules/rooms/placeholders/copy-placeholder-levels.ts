import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { copyPermissions, PermissionLevel } from '#shared/contracts/rooms/permissions.ts';
import { MAX_CHANGED_CELLS } from '#shared/domain/limits.ts';
import { lesserLevel, levelOf, loadPermissions } from '../permissions/resolve-permissions.ts';
import { tooManyCells } from '../permissions/update-permissions.ts';
import { listDifferentLevels, removeLevelsOf, saveLevels } from './level-queries.ts';

type UserContext = Context & { readonly actor: { readonly id: number } };
type CopiedLevels = NonNullable<ResultOf<typeof copyPermissions>['placeholders']>;

interface Change {
  readonly id: number;
  readonly before: PermissionLevel | null;
  readonly level: PermissionLevel | null;
  readonly isUndoable: boolean;
}

/** Rows per statement, below the limit of variables of SQLite. */
const LEVELS_PER_STATEMENT = 1_000;
/** Maximum of levels per row of the audit log; more take further rows. */
const LEVELS_PER_EVENT = 500;

/**
 * Gives a group the levels of another on the placeholders of a room, and returns those that it had. Together with a draft, and in
 * the trash, it only loses what the other group does not have. Needs the lock `folder-tree`.
 */
export async function copyPlaceholderLevels(
  ctx: UserContext,
  room: LoadedRoom,
  groups: { readonly from: number; readonly to: number },
  { isDraft }: { isDraft: boolean },
): Promise<CopiedLevels> {
  const changes = await listChanges(ctx, room, groups, isDraft);
  const granted = { group_id: groups.to, granted_by_id: ctx.actor.id, granted_at: ctx.now() };
  for (let at = 0; at < changes.length; at += LEVELS_PER_STATEMENT) {
    const batch = changes.slice(at, at + LEVELS_PER_STATEMENT);
    await removeLevelsOf(
      ctx.db,
      groups.to,
      batch.map(({ id }) => id),
    );
    await saveLevels(
      ctx.db,
      batch.flatMap(({ id, level }) => (level === null ? [] : { ...granted, placeholder_id: id, level })),
    );
  }
  for (let at = 0; at < changes.length; at += LEVELS_PER_EVENT)
    await audit(ctx, {
      action: 'permissions.update',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: {
        cells: changes
          .slice(at, at + LEVELS_PER_EVENT)
          .map(({ id: placeholderId, level }) => ({ placeholderId, groupId: groups.to, level })),
      },
    });
  return changes.flatMap(({ id, before: level, isUndoable }) =>
    isUndoable ? { id, groupId: groups.to, level } : [],
  );
}

async function listChanges(
  ctx: Context,
  room: LoadedRoom,
  { from, to }: { from: number; to: number },
  isDraft: boolean,
): Promise<Change[]> {
  const different = await listDifferentLevels(ctx.db, { from, to }, MAX_CHANGED_CELLS + 1);
  if (different.length > MAX_CHANGED_CELLS) throw tooManyCells();
  const folders = [...new Set(different.map(({ folderId }) => folderId))].map((id) => ({
    kind: 'folder' as const,
    id,
  }));
  const permissions = await loadPermissions(ctx, room.id, folders, [from, to], { withTrash: true });
  return different.flatMap(({ id, folderId, isGone, fromLevel, toLevel }): Change[] => {
    const folder = { kind: 'folder' as const, id: folderId };
    const path = permissions.pathOf(folder);
    if (path.at(-1)?.id !== room.id) return [];
    // A placeholder that is gone hides late uploads from the groups with a level on it.
    if (isGone) return toLevel === null ? [{ id, before: toLevel, level: fromLevel, isUndoable: false }] : [];
    const isActive = path.every(({ isDeleted }) => isDeleted === 0);
    const above = (groupId: number) => levelOf(permissions.findGrant(folder, groupId));
    const level =
      isActive && !isDraft ? fromLevel : lesserLevel(fromLevel ?? above(from), toLevel ?? above(to));
    return level === toLevel ? [] : [{ id, before: toLevel, level, isUndoable: isActive }];
  });
}

import type { Context } from '#server/app/context.ts';
import type { PermissionLevel, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import {
  type GrantRow,
  listGrantsOnPath,
  listPath,
  type PathFolder,
  type RoomFolder,
} from './permission-queries.ts';

/** Answers what groups are granted in some folders of a room and above them. */
export interface Permissions {
  /** The folder and those above it, nearest first. */
  pathOf(folderId: number): readonly PathFolder[];
  /** Tells whether the folder is below the root of the room and not in the trash. */
  isInRoom(folderId: number): boolean;
  /** The nearest grant, which decides; the root grants nothing. */
  findGrant(folderId: number, groupId: number): GrantRow | undefined;
  /** Changes with each grant in the folder and when it is moved. */
  versionOf(folderId: number): string;
}

/** Loads the grants of groups in folders: two statements, whatever the number of folders and groups. */
export async function loadPermissions(
  ctx: Context,
  roomId: number,
  folderIds: readonly number[],
  groupIds: readonly number[],
): Promise<Permissions> {
  const path = folderIds.length === 0 ? [] : await listPath(ctx.db, folderIds);
  const byId = new Map(path.map((folder) => [folder.id, folder]));
  const grants = await listGrantsOnPath(ctx.db, folderIds, groupIds);
  const byCell = new Map(grants.map((grant) => [`${grant.folder_id} ${grant.group_id}`, grant]));
  const versions = new Map<number, number>();
  for (const { folder_id, version } of grants)
    versions.set(folder_id, (versions.get(folder_id) ?? 0) + version);
  const pathOf = (folderId: number) => ancestorsAndSelf(byId, folderId).flatMap((id) => byId.get(id) ?? []);
  return {
    pathOf,
    isInRoom(folderId) {
      const chain = pathOf(folderId);
      const isActive = chain.every(({ isDeleted }) => isDeleted === 0);
      return chain.length > 1 && isActive && chain.at(-1)?.id === roomId;
    },
    findGrant(folderId, groupId) {
      for (const { id, parentId } of pathOf(folderId)) {
        const grant = byCell.get(`${id} ${groupId}`);
        if (parentId !== null && grant && grant.level !== null) return grant;
      }
      return undefined;
    },
    versionOf: (folderId) => `${byId.get(folderId)?.parentId ?? 0}.${versions.get(folderId) ?? 0}`,
  };
}

/** Presents a folder with what each group may do there. */
export function presentRow(
  { id, name, has_folders }: RoomFolder,
  permissions: Permissions,
  groupIds: readonly number[],
): PermissionRow {
  return {
    kind: 'folder',
    id,
    name,
    hasFolders: has_folders === 1,
    version: permissions.versionOf(id),
    cells: groupIds.map((groupId) => {
      const grant = permissions.findGrant(id, groupId);
      return { groupId, level: levelOf(grant), inherited: grant?.folder_id !== id };
    }),
  };
}

export const levelOf = (grant: GrantRow | undefined): PermissionLevel => grant?.level ?? 'none';

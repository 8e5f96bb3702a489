import type { Selectable } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import type { AccessLevel, GroupAccess } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER } from './access-level-order.ts';
import { type AncestorRow, listAncestors, readFolder } from './grants/ancestor-rows.ts';
import { GROUP_RIGHTS } from './groups/group-access.ts';

/** The access of one actor to one object. */
export interface ObjectAccess {
  readonly accessLevel: AccessLevel;
  /** Present when the access comes from a group; the access level is then `visitor`. */
  readonly groupAccess?: GroupAccess;
}

const groupMember = (level: GroupAccess['level']): ObjectAccess => ({
  accessLevel: 'visitor',
  groupAccess: { level },
});

/** The access of each number of `ACCESS_LEVEL_ORDER`. */
const ACCESS: Readonly<Record<number, ObjectAccess>> = {
  [ACCESS_LEVEL_ORDER.visitor]: { accessLevel: 'visitor' },
  [ACCESS_LEVEL_ORDER.view]: groupMember('view'),
  [ACCESS_LEVEL_ORDER.download]: groupMember('download'),
  [ACCESS_LEVEL_ORDER.original]: groupMember('original'),
  [ACCESS_LEVEL_ORDER.collaborator]: { accessLevel: 'collaborator' },
  [ACCESS_LEVEL_ORDER.owner]: { accessLevel: 'owner' },
};
const NONE: ObjectAccess = { accessLevel: 'none' };

/** Converts a number of `ACCESS_LEVEL_ORDER` back. */
export const accessOf = (order: number): ObjectAccess => ACCESS[order] ?? NONE;

/** Converts an access to a number of `ACCESS_LEVEL_ORDER`. */
export const accessOrder = ({ accessLevel, groupAccess }: ObjectAccess): number =>
  ACCESS_LEVEL_ORDER[groupAccess?.level ?? accessLevel];

/** The levels of a member of a group in a folder, as numbers of `ACCESS_LEVEL_ORDER`; those of its files follow from them. */
export interface LevelsInFolder {
  /** The level without groups. */
  readonly own: number;
  /** The member's group in the room of the folder, and its level. */
  readonly groupId: number | null;
  readonly group: number;
}

/** The access of one actor to one folder. */
export interface FolderAccess extends ObjectAccess {
  /** `none` for a root folder. */
  readonly parentAccessLevel: AccessLevel;
  /** 1 for a root folder. */
  readonly depth: number;
  /** Neither the folder nor one above it is in the trash. */
  readonly isActive: boolean;
  /** Its root folder is a room. */
  readonly isInRoom: boolean;
  /** Its root folder is a room whose numbers are frozen. */
  readonly hasFrozenNumbers: boolean;
  /** The id of that room, and its state. */
  readonly roomId?: number | undefined;
  readonly roomState?: RoomState | undefined;
  /** The actor is a manager of that room. */
  readonly managesRoom?: true;
  /** The rules of that room about reading, where they restrict something. */
  readonly forbidsDownloads?: true;
  readonly watermarksPages?: true;
  /** That room lets the group of the actor see earlier versions. */
  readonly seesVersions?: true;
  /** The actor may send files to its staff without seeing it. */
  readonly takesInboxFiles?: true;
  /** For members of groups. */
  readonly levels?: LevelsInFolder;
}

/** The access to a folder that does not exist. */
const NO_ACCESS: FolderAccess = {
  accessLevel: 'none',
  parentAccessLevel: 'none',
  depth: 0,
  isActive: false,
  isInRoom: false,
  hasFrozenNumbers: false,
};

/** Looks up the access to several folders in one statement, which reads each folder above them once. */
export async function findFolderAccess(
  db: Database,
  requester: Requester,
  folderIds: readonly number[],
): Promise<(folderId: number) => FolderAccess> {
  if (folderIds.length === 0) return () => NO_ACCESS;
  return accessIn(await listAncestors(db, requester, folderIds));
}

/** Looks up a folder with the access to it, in one statement. */
export async function findFolder(
  db: Database,
  requester: Requester,
  id: number,
): Promise<{ readonly folder: Selectable<FoldersTable> | undefined; readonly access: FolderAccess }> {
  const { folder, ancestors } = await readFolder(db, requester, id);
  return { folder, access: accessIn(ancestors)(id) };
}

function accessIn(rows: readonly AncestorRow[]): (folderId: number) => FolderAccess {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => summarize(ancestorsAndSelf(byId, id).flatMap((above) => byId.get(above) ?? []));
}

/** `chain` is the folder and the folders above it, nearest first. */
function summarize(chain: readonly AncestorRow[]): FolderAccess {
  const [folder, parent] = chain;
  if (!folder) return NO_ACCESS;
  const root = chain.at(-1);
  const state = root?.roomState ?? undefined;
  const access = accessOf(folder.accessLevel);
  return {
    ...access,
    ...(access.groupAccess && { groupAccess: withRights(access.groupAccess, folder, parent) }),
    parentAccessLevel: accessOf(parent?.accessLevel ?? ACCESS_LEVEL_ORDER.none).accessLevel,
    depth: chain.length,
    isActive: chain.every((row) => row.deletedAt === null),
    isInRoom: state !== undefined,
    hasFrozenNumbers: (root?.frozenAt ?? null) !== null,
    ...(state && { roomId: root?.id, roomState: state }),
    ...(state && root?.accessLevel === ACCESS_LEVEL_ORDER.owner && { managesRoom: true }),
    ...(root?.allowsDownloads === 0 && { forbidsDownloads: true }),
    ...(root?.watermarksPages === 1 && { watermarksPages: true }),
    ...(root?.seesVersions === 1 && { seesVersions: true }),
    ...(access.accessLevel === 'none' &&
      folder.rights === GROUP_RIGHTS.addUnseen && { takesInboxFiles: true }),
    ...(folder.ownLevel !== undefined && {
      levels: {
        own: folder.ownLevel,
        groupId: folder.groupId ?? null,
        group: folder.groupLevel ?? ACCESS_LEVEL_ORDER.none,
      },
    }),
  };
}

/** A folder itself is managed with the right in the folder above it. */
const withRights = (
  access: GroupAccess,
  { rights }: AncestorRow,
  parent: AncestorRow | undefined,
): GroupAccess => ({
  ...access,
  ...((rights === GROUP_RIGHTS.add || rights === GROUP_RIGHTS.manage) && { mayAdd: true }),
  ...(rights === GROUP_RIGHTS.manage && { mayManage: true }),
  ...(parent?.rights === GROUP_RIGHTS.manage && { mayManageItself: true }),
});

/** The access level of a user to a folder, in the trash or not; administrator rights do not count. */
export async function findUserAccessLevel(
  db: Database,
  userId: number,
  folderId: number,
): Promise<AccessLevel> {
  const actor = { kind: 'user', id: userId, isAdmin: false } as const;
  // The clock decides only for members of groups and visitors.
  const access = await findFolderAccess(db, { actor, now: () => 0 }, [folderId]);
  return access(folderId).accessLevel;
}

import type { Context } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import type { PermissionLevel, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { type EntryKind, type GrantRow, listGrantsOnPath } from './grant-queries.ts';
import {
  ACTIVE_OR_IN_TRASH,
  listEntriesById,
  listPath,
  type PathFolder,
  type RoomEntry,
} from './permission-queries.ts';

export interface Entry {
  readonly kind: EntryKind;
  readonly id: number;
}

/** Answers what groups are granted on some folders and files of a room and above them. */
export interface Permissions {
  /** The folders and files among those asked for, active unless the trash was asked for: folders first, each kind in the order of ids. */
  readonly entries: readonly RoomEntry[];
  /** The folder and those above it, nearest first; of a file its folder and those above. */
  pathOf(entry: Entry): readonly PathFolder[];
  /** Tells whether the entry is below the root of the room and not in the trash. */
  isInRoom(entry: Entry): boolean;
  /** Tells whether the entry is in the trash, itself or with a folder above it, and restored to below the root of the room. */
  isInTrash(entry: Entry): boolean;
  /** The nearest grant, which decides; the root grants nothing. */
  findGrant(entry: Entry, groupId: number): GrantRow | undefined;
  /** Changes with each grant on the entry and when it is moved. */
  versionOf(entry: Entry): string;
}

const keyOf = ({ kind, id }: Entry): string => `${kind} ${id}`;

/** Loads the grants of groups: a few statements, whatever the number of entries and groups. */
export async function loadPermissions(
  ctx: Context,
  roomId: number,
  wanted: readonly Entry[],
  groupIds: readonly number[],
  { withTrash = false }: { withTrash?: boolean } = {},
): Promise<Permissions> {
  const idsOf = (kind: EntryKind) => [
    ...new Set(wanted.flatMap((entry) => (entry.kind === kind ? entry.id : []))),
  ];
  const fileIds = idsOf('file');
  const ids = { folderIds: idsOf('folder'), fileIds };
  const entries = await listEntriesById(ctx.db, ids, withTrash ? ACTIVE_OR_IN_TRASH : undefined);
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  // A file outside folders is in no room.
  const folderOf = (entry: Entry): number =>
    entry.kind === 'folder' ? entry.id : (byKey.get(keyOf(entry))?.parent_id ?? 0);
  const folderIds = [...new Set(entries.map(folderOf))].filter((id) => id !== 0);
  const byId = new Map((await listPath(ctx.db, folderIds)).map((folder) => [folder.id, folder]));
  const grants = await listGrantsOnPath(ctx.db, { folderIds, fileIds, groupIds });
  const byCell = new Map(grants.map((grant) => [`${grant.kind} ${grant.entry_id} ${grant.group_id}`, grant]));
  const versions = new Map<string, number>();
  for (const { kind, entry_id: id, version } of grants)
    versions.set(keyOf({ kind, id }), (versions.get(keyOf({ kind, id })) ?? 0) + version);
  const paths = new Map<number, readonly PathFolder[]>();
  const pathOf = (entry: Entry) => {
    const folderId = folderOf(entry);
    const path = paths.get(folderId) ?? ancestorsAndSelf(byId, folderId).flatMap((id) => byId.get(id) ?? []);
    paths.set(folderId, path);
    return path;
  };
  const isBelowRoot = (entry: Entry) => {
    const chain = pathOf(entry);
    return chain.length > (entry.kind === 'file' ? 0 : 1) && chain.at(-1)?.id === roomId;
  };
  const isActive = (entry: Entry) =>
    byKey.get(keyOf(entry))?.is_deleted === 0 && pathOf(entry).every(({ isDeleted }) => isDeleted === 0);
  return {
    entries,
    pathOf,
    isInRoom: (entry) => isBelowRoot(entry) && isActive(entry),
    isInTrash: (entry) => isBelowRoot(entry) && !isActive(entry),
    findGrant(entry, groupId) {
      const folders = pathOf(entry).filter(({ parentId }) => parentId !== null);
      const keys = [
        ...(entry.kind === 'file' ? [keyOf(entry)] : []),
        ...folders.map(({ id }) => `folder ${id}`),
      ];
      for (const key of keys) {
        const grant = byCell.get(`${key} ${groupId}`);
        if (grant && grant.level !== null) return grant;
      }
      return undefined;
    },
    versionOf: (entry) => `${byKey.get(keyOf(entry))?.parent_id ?? 0}.${versions.get(keyOf(entry)) ?? 0}`,
  };
}

/** Presents a folder or file with what each group may do there. */
export function presentRow(
  { kind, id, name, has_entries }: RoomEntry,
  permissions: Permissions,
  groupIds: readonly number[],
): PermissionRow {
  const entry = { kind, id };
  return {
    kind,
    id,
    name,
    hasEntries: has_entries === 1,
    version: permissions.versionOf(entry),
    cells: groupIds.map((groupId) => {
      const grant = permissions.findGrant(entry, groupId);
      return {
        groupId,
        level: levelOf(grant),
        ...rightsOf(entry, grant),
        inherited: grant?.kind !== kind || grant.entry_id !== id,
      };
    }),
  };
}

/**
 * Tells what a group may change with the grant that decides. In a folder that it does not see it may at most add files, and only
 * where that was granted on the folder itself, as for members.
 */
export function rightsOf(
  { kind, id }: Entry,
  grant: GrantRow | undefined,
): Pick<PermissionRow['cells'][number], 'mayAdd' | 'mayManage'> {
  if (!grant) return { mayAdd: false, mayManage: false };
  const isSeen = grant.level !== 'none';
  const isOwn = grant.kind === kind && grant.entry_id === id;
  const mayManage = grant.may_manage === 1 && isSeen;
  return {
    mayAdd: kind === 'folder' && (mayManage || (grant.may_add === 1 && (isSeen || isOwn))),
    mayManage,
  };
}

/** Returns the level that gives less. */
export const lesserLevel = (one: PermissionLevel, other: PermissionLevel): PermissionLevel =>
  ACCESS_LEVEL_ORDER[one] < ACCESS_LEVEL_ORDER[other] ? one : other;

export const levelOf = (grant: GrantRow | undefined): PermissionLevel => grant?.level ?? 'none';

import type { Context } from '#server/app/context.ts';
import { type FolderAccess, findFolderAccess } from '#server/authorization/access-level.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import type { SharedPerson } from '#shared/contracts/links/sharing.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { type FolderAbove, listFolderPath } from './inherited-access-queries.ts';

/** A folder whose access the actor manages, with the folders above it. */
export interface AccessPath {
  readonly folder: LoadedFolder;
  readonly byId: ReadonlyMap<number, FolderAbove>;
  /** The folder and those above it, nearest first. */
  readonly pathIds: readonly number[];
  /** Lists those whose access the actor manages: the people of the others must not be listed. */
  readonly managedIds: readonly number[];
  readonly managesAll: boolean;
  /** The top of the path, which is the room if the folder is in one, and the actor's access to it. */
  readonly rootId: number;
  readonly accessToRoot: FolderAccess;
}

export async function loadAccessPath(ctx: Context, folderId: number): Promise<AccessPath> {
  const folder = await loadFolder(ctx, folderId, 'seeAccess');
  const byId = new Map(
    (await listFolderPath(ctx.db, folder.id)).map((row) => [row.id, { ...row, parentId: row.parent_id }]),
  );
  const accessTo = await findFolderAccess(ctx.db, ctx, [...byId.keys()]);
  const pathIds = ancestorsAndSelf(byId, folder.id);
  const managedIds = pathIds.filter((each) => folderPolicy.manageAccess(ctx.actor, accessTo(each)));
  const rootId = pathIds.at(-1) ?? folder.id;
  return {
    folder,
    byId,
    pathIds,
    managedIds,
    managesAll: managedIds.length === pathIds.length,
    rootId,
    accessToRoot: accessTo(rootId),
  };
}

/** Keeps each person's grant on the nearest folder; a grant on all folders comes last. */
export function keepNearest<Grant extends { id: number; folder_id: number | null }>(
  grants: readonly Grant[],
  pathIds: readonly number[],
): Grant[] {
  const distance = ({ folder_id }: Grant) =>
    folder_id === null ? Number.POSITIVE_INFINITY : pathIds.indexOf(folder_id);
  const nearest = new Map<number, Grant>();
  for (const grant of grants) {
    const known = nearest.get(grant.id);
    if (!known || distance(grant) < distance(known)) nearest.set(grant.id, grant);
  }
  return [...nearest.values()];
}

/** Names the folder above that gives the access; `null` if the folder itself does. */
export function describeSource(
  { folder, byId }: AccessPath,
  folderId: number | null,
): SharedPerson['inheritedFrom'] {
  if (folderId === folder.id) return null;
  return { folderId, folderName: folderId === null ? null : (byId.get(folderId)?.name ?? null) };
}

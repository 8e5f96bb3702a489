import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { enqueueEvents } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedImport } from '#server/authorization/imports/load-import.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { initialPublication } from '#server/authorization/publication/room-of.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { withholdUntilScanned } from '#server/modules/files/withhold-until-scanned.ts';
import { insertManyFolders } from '#server/modules/folders/insert-many-folders.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import type { ManifestLevels } from './compare-with-manifest.ts';
import { findExistingFolders } from './find-existing-folders.ts';
import { type EntryRow, entryBatches } from './queries.ts';
import type { ImportedLevel } from './read-manifest.ts';
import { countFilesByFolder, insertFiles } from './tree-queries.ts';

interface Tree {
  readonly ctx: UserContext;
  readonly loaded: LoadedImport;
  readonly levels: ManifestLevels;
  /** The column of new folders and files: drafts in a room with groups. */
  readonly publication: { published_at?: null };
  /** Ids of folders by path. */
  readonly folderIds: Map<string, number>;
}

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Adds the folders and files of an import inside a transaction, if the quotas allow them. Existing folders of the same name are
 * used.
 */
export async function insertTree(
  ctx: UserContext,
  loaded: LoadedImport,
  levels: ManifestLevels,
): Promise<{ folders: number; files: number }> {
  const needed = new Set<string>();
  /** The folder of each file. */
  const parents: string[] = [];
  const folderLevels = new Map<string, string>();
  let bytes = 0;
  for await (const batch of entryBatches(ctx.db, loaded.id))
    for (const { path, blob_key, size, levels: stated } of batch) {
      bytes += size;
      const folderPath = blob_key === null ? path : parentPath(path);
      needed.add(folderPath);
      if (blob_key !== null) parents.push(folderPath);
      else if (stated !== null) folderLevels.set(path, stated);
    }
  needed.delete('');
  const folderIds = await findExistingFolders(
    ctx,
    loaded.folder.id,
    [...needed].map((path) => path.split('/')),
  );
  await assertCapacity(ctx, folderIds, parents);
  const publication = await initialPublication(ctx, loaded.folder.id);
  const tree: Tree = { ctx, loaded, levels, publication, folderIds };
  const missing = [...needed].filter((path) => !folderIds.has(path));
  await assertQuota(ctx, ctx.actor.id, { folders: missing.length, files: parents.length, bytes });
  const folders = await addFolders(tree, missing);
  await setFolderLevels(tree, missing, folderLevels);
  for await (const batch of entryBatches(ctx.db, loaded.id))
    await addFiles(
      tree,
      batch.filter(({ blob_key }) => blob_key !== null),
    );
  await keepNumbers(ctx, [loaded.folder.id, ...folderIds.values()]);
  return { folders, files: parents.length };
}

/** Refuses when a folder has been filled since the check. */
async function assertCapacity(
  ctx: Context,
  folderIds: ReadonlyMap<string, number>,
  parents: readonly string[],
): Promise<void> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  const counts = await countFilesByFolder(ctx.db, [...folderIds.values()]);
  const added = new Map<number, number>();
  for (const path of parents) {
    const id = folderIds.get(path);
    if (id === undefined) continue;
    const count = (added.get(id) ?? counts.get(id) ?? 0) + 1;
    added.set(id, count);
    if (count > maxFilesPerFolder)
      throw new AppError(
        'conflict',
        `A folder would have more than ${maxFilesPerFolder} files. Check the import again.`,
      );
  }
}

/** Adds the missing folders level by level, since each needs the id of the one above it. */
async function addFolders({ ctx, loaded, publication, folderIds }: Tree, missing: string[]): Promise<number> {
  const depthOf = (path: string): number => path.split('/').length;
  const byDepth = Map.groupBy(missing, depthOf);
  for (const depth of [...byDepth.keys()].toSorted((one, other) => one - other)) {
    const paths = byDepth.get(depth) ?? [];
    const pathsByPlace = new Map(
      paths.map((path) => [`${folderIds.get(parentPath(path))}/${nameOf(path)}`, path]),
    );
    const rows = paths.map((path) => ({
      name: nameOf(path),
      parent_id: folderIds.get(parentPath(path)) ?? loaded.folder.id,
      owner_id: ctx.actor.id,
      created_at: ctx.now(),
      deleted_at: null,
      ...publication,
    }));
    for (const { id, name, parent_id } of await insertManyFolders(ctx, rows)) {
      folderIds.set(pathsByPlace.get(`${parent_id}/${name}`) ?? '', id);
      await audit(ctx, {
        action: 'folder.create',
        object: { kind: 'folder', id, name },
        details: { parentId: parent_id, importId: loaded.id },
      });
    }
  }
  return missing.length;
}

/** Sets the levels of folders that the import created: those that were there before keep theirs. */
async function setFolderLevels(
  { ctx, loaded, levels, folderIds }: Tree,
  created: readonly string[],
  stated: ReadonlyMap<string, string>,
): Promise<void> {
  const entries = created.flatMap((path) => {
    const [text, id] = [stated.get(path), folderIds.get(path)];
    // Written by the check.
    return text === undefined || id === undefined
      ? []
      : [{ id, levels: JSON.parse(text) as Record<number, ImportedLevel> }];
  });
  if (entries.length > 0) await levels.setLevels(ctx, loaded.folder.id, 'folder', entries);
}

async function addFiles(tree: Tree, entries: readonly EntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  const { ctx, loaded, publication, folderIds, levels } = tree;
  const files = entries.map(({ path, blob_key, size, sha256, levels }) => ({
    name: nameOf(path),
    folderId: folderIds.get(parentPath(path)) ?? loaded.folder.id,
    blobKey: blob_key ?? '',
    size,
    sha256,
    levels,
  }));
  const now = ctx.now();
  const ids = await insertFiles(
    ctx.db,
    files.map(({ name, folderId, blobKey, size }) => ({
      name,
      file_type: fileTypeOf(name),
      size,
      allow_download: 1 as const,
      folder_id: folderId,
      owner_id: ctx.actor.id,
      blob_key: blobKey,
      created_at: now,
      ...publication,
    })),
  );
  await withholdUntilScanned(
    ctx,
    files.map(({ blobKey }) => blobKey),
    ctx.actor.id,
  );
  const idOf = (blobKey: string): number => ids.get(blobKey) ?? 0;
  for (const { name, folderId, blobKey, size, sha256 } of files)
    await audit(ctx, {
      action: 'file.upload',
      object: { kind: 'file', id: idOf(blobKey), name },
      details: { folderId, size, sha256, importId: loaded.id },
    });
  const events = files.map(({ blobKey }) => ({
    payload: { fileId: idOf(blobKey), blobKey },
    ownerId: ctx.actor.id,
  }));
  await enqueueEvents(ctx.db, 'file.uploaded', events, now);
  const withLevels = files.flatMap(
    ({ blobKey, levels }) =>
      levels === null
        ? []
        : [{ id: idOf(blobKey), levels: JSON.parse(levels) as Record<number, ImportedLevel> }], // written by the check
  );
  if (withLevels.length > 0) await levels.setLevels(ctx, loaded.folder.id, 'file', withLevels);
}

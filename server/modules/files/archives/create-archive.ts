import type { Readable } from 'node:stream';
import { type AuditEvent, audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accessOf, type ObjectAccess } from '#server/authorization/access-level.ts';
import { findNumbersBelow } from '#server/authorization/index-numbers/find-numbers.ts';
import type { NumberOf } from '#server/authorization/index-numbers/list-places.ts';
import { acquire } from '#server/authorization/limits/concurrency-limit.ts';
import { countLinkDownload } from '#server/authorization/links/count-link-download.ts';
import { loadFiles, toFileResource } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { AssertAllowed } from '#server/http/end-revoked-responses.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { type PlannedEntry, planArchive, type Tree, type TreeFile } from './plan-archive.ts';
import { listTree, type TreeRow } from './queries.ts';
import { writeArchive } from './write-archive.ts';

/** Maximum of open archives per actor: the plan of an archive stays in memory while it is read. */
const ARCHIVE_LIMIT = {
  max: 3,
  message: 'Too many archives at once. Wait until one of them is done.',
};

/** Creates an archive unless the actor has too many open ones. */
async function withArchiveLimit<T extends { archive: Readable }>(
  ctx: Context,
  begin: () => Promise<T>,
): Promise<T> {
  const release = acquire(ctx, ctx.blobs, ARCHIVE_LIMIT);
  try {
    const begun = await begin();
    begun.archive.once('close', release);
    return begun;
  } catch (error) {
    release();
    throw error;
  }
}

/** Limits memory: the plan and the central directory of the zip stay there until the archive is read. */
const MAX_ENTRIES = 20_000;
/** Maximum of files per row of the audit log; more files take further rows. */
const IDS_PER_EVENT = 500;

export interface Archive {
  readonly name: string;
  readonly archive: Readable;
  /** Refuses once the actor may not download the folder, or the file that is being written. */
  readonly assertAllowed: AssertAllowed;
}

/** Creates an archive of a folder and everything below it, read in one statement. */
export function archiveFolder(ctx: Context, id: number): Promise<Archive> {
  return withArchiveLimit(ctx, async () => {
    const folder = await loadFolder(ctx, id, 'download');
    const rows = await listTree(ctx.db, id, {
      limit: MAX_ENTRIES + 1,
      visibleOnly: hasAccessByFile(ctx.actor) ? ctx : undefined,
    });
    if (rows.length > MAX_ENTRIES) {
      throw new AppError(
        'too-large',
        `An archive can contain at most ${MAX_ENTRIES.toLocaleString('en')} items. Download the subfolders separately.`,
      );
    }
    const numberOf = folder.isInRoom ? await findNumbersBelow(ctx, id) : () => undefined;
    const entries = await plan(buildTree(id, rows, { folderAccess: folder, numberOf }));
    const object = { kind: 'folder', id, name: folder.name };
    await auditArchive(ctx, { action: 'folder.archive', object }, downloadableIds(ctx, entries));
    const { archive, assertAllowed } = writeArchive(ctx, entries);
    return {
      name: `${folder.name}.zip`,
      archive,
      async assertAllowed(ctx) {
        await loadFolder(ctx, id, 'download');
        await assertAllowed(ctx);
      },
    };
  });
}

/**
 * Creates a flat archive of files. Files without download permission are listed as not included; if none is left, it
 * refuses.
 */
export function archiveFiles(ctx: Context, ids: readonly number[]): Promise<Archive> {
  return withArchiveLimit(ctx, async () => {
    const files = await loadFiles(ctx, ids, 'view');
    const entries = await plan({
      folders: [],
      files: files.map((file) => ({ ...file, createdAt: file.created_at, resource: toFileResource(file) })),
    });
    const leaving = downloadableIds(ctx, entries);
    if (leaving.length === 0) await loadFiles(ctx, ids, 'download');
    await auditArchive(ctx, { action: 'file.archive' }, leaving);
    return { name: 'files.zip', ...writeArchive(ctx, entries) };
  });
}

async function plan(tree: Tree): Promise<PlannedEntry[]> {
  const yieldToEventLoop = createEventLoopYield();
  const entries: PlannedEntry[] = [];
  for (const entry of planArchive(tree)) {
    entries.push(entry);
    await yieldToEventLoop();
  }
  return entries;
}

/** Returns the ids of the files that the actor may download when the archive is created. */
const downloadableIds = ({ actor }: Context, entries: readonly PlannedEntry[]): number[] =>
  entries.flatMap(({ file }) => (file && filePolicy.download(actor, file.resource) ? file.id : []));

/**
 * Records the download of each file before the first byte is sent. Files that become unavailable while the archive is
 * written are named in its index.
 */
function auditArchive(ctx: Context, act: AuditEvent, fileIds: readonly number[]): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await countLinkDownload(ctx, fileIds.length);
    let at = 0;
    do {
      const details = { files: fileIds.length, fileIds: fileIds.slice(at, at + IDS_PER_EVENT) };
      await audit(ctx, { ...act, details });
      at += IDS_PER_EVENT;
    } while (at < fileIds.length);
  });
}

interface MutableFolder extends Tree {
  readonly name: string;
  readonly number: string | undefined;
  readonly parentId: number | null;
  readonly folders: MutableFolder[];
  readonly files: TreeFile[];
}

/**
 * Builds the tree of a folder from its rows. Items below have at least the actor's access to the folder, unless the rows name
 * another.
 */
function buildTree(
  rootId: number,
  rows: readonly TreeRow[],
  {
    folderAccess,
    numberOf,
  }: { folderAccess: ObjectAccess & { readonly roomId?: number | undefined }; numberOf: NumberOf },
): Tree {
  const folders = new Map<number, MutableFolder>();
  for (const row of rows) {
    const { folder_id, parent_id, folder_name } = row;
    const folder = folders.get(folder_id) ?? {
      name: folder_name,
      number: numberOf('folder', folder_id),
      parentId: parent_id,
      folders: [],
      files: [],
    };
    folders.set(folder_id, folder);
    if (row.file_id === null) continue;
    const { accessLevel, groupAccess } =
      row.access_level === undefined ? folderAccess : accessOf(row.access_level);
    folder.files.push({
      id: row.file_id,
      number: numberOf('file', row.file_id),
      name: row.file_name,
      size: row.size,
      createdAt: row.created_at,
      resource: {
        accessLevel,
        groupAccess,
        ownerId: row.owner_id,
        roomId: folderAccess.roomId,
        allowDownload: row.allow_download === 1,
        fileType: fileTypeOf(row.file_name),
      },
    });
  }
  for (const [id, folder] of folders)
    if (id !== rootId && folder.parentId !== null) folders.get(folder.parentId)?.folders.push(folder);
  return folders.get(rootId) ?? { folders: [], files: [] };
}

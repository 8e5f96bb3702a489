import { audit } from '#server/app/audit.ts';
import { enqueueEvents } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { appendEntries, orderEntriesOf } from '#server/authorization/index-numbers/position-entries.ts';
import type { LoadedFolder } from '#server/authorization/load-folder.ts';
import { initialPublication } from '#server/authorization/publication/room-of.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { insertManyFolders } from '#server/modules/folders/insert-many-folders.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import type { CopyPlan, PlannedFile, PlannedFolder } from './plan-copy.ts';
import { insertFilesInOrder } from './queries.ts';

const BATCH_SIZE = 500;

interface Work {
  readonly ctx: UserContext;
  readonly copyId: number;
  readonly target: LoadedFolder;
  /** The column of new folders and files. */
  readonly publication: (entry: { readonly isDraft: boolean }) => { published_at: null | 0 };
  /** The ids of copies by those of their originals. */
  readonly ids: { readonly folder: Map<number, number>; readonly file: Map<number, number> };
}

/**
 * Creates the folders and files of a copy inside a transaction. A copy of a file refers to the bytes of its original, which the
 * maintenance keeps as long as any file refers to them.
 */
export async function insertCopies(
  ctx: UserContext,
  { copyId, target, plan }: { copyId: number; target: LoadedFolder; plan: CopyPlan },
): Promise<{ folders: number; files: number }> {
  const hasDrafts = (await initialPublication(ctx, target.id)).published_at === null;
  // What was a draft is none of the readers' of another room either.
  const publication: Work['publication'] = ({ isDraft }) => ({
    published_at: hasDrafts || isDraft ? null : 0,
  });
  const ids = { folder: new Map<number, number>(), file: new Map<number, number>() };
  const work: Work = { ctx, copyId, target, publication, ids };
  // A folder needs the id of the one above it.
  for (const level of plan.levels) await addFolders(work, level);
  for (let at = 0; at < plan.files.length; at += BATCH_SIZE)
    await addFiles(work, plan.files.slice(at, at + BATCH_SIZE));
  await placeCopies(work, plan);
  return { folders: ids.folder.size, files: ids.file.size };
}

function folderOf({ target, ids }: Work, parentId: number | null): number {
  if (parentId === null) return target.id;
  const id = ids.folder.get(parentId);
  if (id === undefined) throw new Error(`The folder ${parentId} has no copy.`);
  return id;
}

async function addFolders(work: Work, folders: readonly PlannedFolder[]): Promise<void> {
  const { ctx, copyId, publication, ids } = work;
  const inserted = await insertManyFolders(
    ctx,
    folders.map(({ name, parentId, isDraft }) => ({
      name,
      parent_id: folderOf(work, parentId),
      owner_id: ctx.actor.id,
      created_at: ctx.now(),
      deleted_at: null,
      ...publication({ isDraft }),
    })),
  );
  for (const [at, { id, name, parent_id }] of inserted.entries()) {
    const copiedFrom = folders[at]?.id ?? 0;
    ids.folder.set(copiedFrom, id);
    await audit(ctx, {
      action: 'folder.create',
      object: { kind: 'folder', id, name },
      details: { parentId: parent_id, copyId, copiedFrom },
    });
  }
}

async function addFiles(work: Work, files: readonly PlannedFile[]): Promise<void> {
  const { ctx, copyId, publication, ids } = work;
  const now = ctx.now();
  const inserted = await insertFilesInOrder(
    ctx.db,
    files.map(({ name, size, blob_key, allow_download, parentId, isDraft }) => ({
      name,
      file_type: fileTypeOf(name),
      size,
      allow_download,
      folder_id: folderOf(work, parentId),
      owner_id: ctx.actor.id,
      blob_key,
      created_at: now,
      ...publication({ isDraft }),
    })),
  );
  for (const [at, { id: copiedFrom, name, size, sha256, parentId }] of files.entries()) {
    const id = inserted[at] ?? 0;
    ids.file.set(copiedFrom, id);
    await audit(ctx, {
      action: 'file.upload',
      object: { kind: 'file', id, name },
      details: { folderId: folderOf(work, parentId), size, sha256, copyId, copiedFrom },
    });
  }
  const events = files.map(({ id, blob_key: blobKey }) => ({
    payload: { fileId: ids.file.get(id) ?? 0, blobKey },
    ownerId: ctx.actor.id,
  }));
  await enqueueEvents(ctx.db, 'file.uploaded', events, now);
}

/** Appends the copies to the target, and keeps the order inside folders. */
async function placeCopies({ ctx, target, ids }: Work, { top, children }: CopyPlan): Promise<void> {
  const copyOf = ({ kind, id }: CopyPlan['top'][number]) => ({ kind, id: ids[kind].get(id) ?? 0 });
  const ordered = [...children].map(([id, inside]) => [ids.folder.get(id) ?? 0, inside.map(copyOf)] as const);
  await orderEntriesOf(ctx.db, new Map(ordered));
  await appendEntries(ctx, top.map(copyOf), target.id);
  await keepNumbers(ctx, [target.id]);
}

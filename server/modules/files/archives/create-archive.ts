import type { Readable } from 'node:stream';
import { type AuditEvent, audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFiles, toFileResource } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { buildTree } from './build-tree.ts';
import { withArchiveLimit } from './limit-archives.ts';
import { type PlannedEntry, planArchive, type Tree } from './plan-archive.ts';
import { listTree } from './queries.ts';
import { writeArchive } from './write-archive.ts';

/** What is planned, and afterwards the zip's own directory, are kept in memory until it is read. */
const MAX_ENTRIES = 20_000;
/** A row of the log names at most so many files; what is more gets a further row. */
const IDS_PER_EVENT = 500;

interface Archive {
  readonly name: string;
  readonly archive: Readable;
}

/** A folder with everything below it, as it is at one moment. */
export function archiveFolder(ctx: Context, id: number): Promise<Archive> {
  return withArchiveLimit(ctx, async () => {
    const folder = await loadFolder(ctx, id, 'download');
    const rows = await listTree(ctx.db, id, MAX_ENTRIES + 1);
    if (rows.length > MAX_ENTRIES) {
      throw new AppError(
        'too-large',
        `An archive can contain at most ${MAX_ENTRIES.toLocaleString('en')} items. Download the subfolders separately.`,
      );
    }
    const entries = await plan(buildTree(id, rows, folder.accessLevel));
    const object = { kind: 'folder', id, name: folder.name };
    await auditArchive(ctx, { action: 'folder.archive', object }, downloadableIds(ctx, entries));
    return { name: `${folder.name}.zip`, archive: writeArchive(ctx, entries) };
  });
}

/** These files side by side. What may be seen but not downloaded is left out and listed, unless that is all of it. */
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
    return { name: 'files.zip', archive: writeArchive(ctx, entries) };
  });
}

async function plan(tree: Tree): Promise<PlannedEntry[]> {
  const breathe = createEventLoopYield();
  const entries: PlannedEntry[] = [];
  for (const entry of planArchive(tree)) {
    entries.push(entry);
    await breathe();
  }
  return entries;
}

/** The ids of the files that the actor may download as things stand at the beginning. */
const downloadableIds = ({ actor }: Context, entries: readonly PlannedEntry[]): number[] =>
  entries.flatMap(({ file }) => (file && filePolicy.download(actor, file.resource) ? file.id : []));

/**
 * Before the first byte leaves: this archive stands for the download of each of these files. What is withdrawn while
 * it is written is told by its index.
 */
function auditArchive(ctx: Context, act: AuditEvent, fileIds: readonly number[]): Promise<void> {
  return transaction(ctx, async (ctx) => {
    let at = 0;
    do {
      const details = { files: fileIds.length, fileIds: fileIds.slice(at, at + IDS_PER_EVENT) };
      await audit(ctx, { ...act, details });
      at += IDS_PER_EVENT;
    } while (at < fileIds.length);
  });
}

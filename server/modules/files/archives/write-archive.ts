import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { assertVersionReadable } from '#server/authorization/load-file-version.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { type Cell, spreadsheet, type ZipWriter, zip } from '#server/engines/archives/archives.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { AssertAllowed } from '#server/http/end-revoked-responses.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { openDownload } from '../open-download.ts';
import type { PlannedEntry, TreeFile } from './plan-archive.ts';

const HEADINGS = ['Number', 'Name', 'Path', 'Size (bytes)', 'Added', 'SHA-256', 'Note'];

/** Writes a zip of the planned entries at the pace at which it is read; its last entry is an index of the content. */
export function writeArchive(
  ctx: Context,
  entries: readonly PlannedEntry[],
): { archive: Readable; assertAllowed: AssertAllowed } {
  const writer = zip.createWriter();
  const progress: Progress = { sent: undefined };
  write(ctx, { writer, progress }, entries).catch(writer.abandon);
  return {
    archive: writer.output,
    assertAllowed: async (ctx) => {
      const { sent } = progress;
      if (sent) await assertVersionReadable(ctx, sent.id, sent.version, 'download');
    },
  };
}

interface Progress {
  /** The file that is being written, and its version. */
  sent: { id: number; version: number } | undefined;
}

interface Target {
  readonly writer: ZipWriter;
  readonly progress: Progress;
}

async function write(ctx: Context, target: Target, entries: readonly PlannedEntry[]): Promise<void> {
  const { writer } = target;
  const yieldToEventLoop = createEventLoopYield();
  // First, since the library writes folders at once, each from within the one before, when they wait behind a file.
  for (const { path, isEmpty } of entries) {
    if (!isEmpty) continue;
    await writer.addFolder(path);
    await yieldToEventLoop();
  }
  const rows: Cell[][] = [HEADINGS];
  for (const entry of entries) {
    const { number, name, path, file } = entry;
    if (!file) rows.push([number, name, path, '', '', '', '']);
    else {
      const { size = file.size, sha256 = '', note = '' } = await addFile(ctx, target, path, file);
      rows.push([number, name, path, size, isoInstant(file.createdAt), sha256, note]);
    }
  }
  await writer.addFile('index.csv', spreadsheet.csv(rows));
  await writer.addFile('index.xlsx', spreadsheet.xlsx(rows));
  writer.finish();
}

/** Adds a file if the actor may still download it, and returns its details for the index. */
async function addFile(
  ctx: Context,
  { writer, progress }: Target,
  path: string,
  { id, createdAt }: TreeFile,
): Promise<{ size?: number; sha256?: string; note?: string }> {
  const now = { ...ctx, actor: await reloadActor(ctx) };
  const download = await loadFile(now, id, 'download')
    .then(async (file) => {
      // Administrators examine such a file by itself, not among others.
      assertScanned(file);
      return { ...(await openDownload(now, file)), version: file.version };
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  // The hash is left out too: it would confirm the content to someone who has a copy.
  if (download instanceof AppError) return { note: `Not included: ${download.message}` };
  const { size, sha256, open, discard, version } = download;
  progress.sent = { id, version };
  try {
    await writer.addFile(path, await open(), { size, modifiedAt: new Date(createdAt) });
  } finally {
    progress.sent = undefined;
    await discard();
  }
  return { size, sha256, ...(version > 1 && { note: `Version ${version}` }) };
}

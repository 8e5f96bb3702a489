import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { type Cell, spreadsheet, type ZipWriter, zip } from '#server/engines/archives/archives.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { openDownload } from '../open-download.ts';
import type { PlannedEntry, TreeFile } from './plan-archive.ts';

const HEADINGS = ['Number', 'Name', 'Path', 'Size (bytes)', 'Added', 'SHA-256', 'Note'];

/** Writes a zip of the planned entries at the pace at which it is read; its last entry is an index of the content. */
export function writeArchive(ctx: Context, entries: readonly PlannedEntry[]): Readable {
  const writer = zip.createWriter();
  write(ctx, writer, entries).catch(writer.abandon);
  return writer.output;
}

async function write(ctx: Context, writer: ZipWriter, entries: readonly PlannedEntry[]): Promise<void> {
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
      const { size = file.size, sha256 = '', note = '' } = await addFile(ctx, writer, path, file);
      rows.push([number, name, path, size, new Date(file.createdAt).toISOString(), sha256, note]);
    }
  }
  await writer.addFile('index.csv', spreadsheet.csv(rows));
  await writer.addFile('index.xlsx', spreadsheet.xlsx(rows));
  writer.finish();
}

/** Adds a file if the actor may still download it, and returns its details for the index. */
async function addFile(
  ctx: Context,
  writer: ZipWriter,
  path: string,
  { id, createdAt }: TreeFile,
): Promise<{ size?: number; sha256?: string; note?: string }> {
  const now = { ...ctx, actor: await reloadActor(ctx) };
  const download = await loadFile(now, id, 'download')
    .then((file) => openDownload(now, file))
    .catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  // The hash is left out too: it would confirm the content to someone who has a copy.
  if (download instanceof AppError) return { note: `Not included: ${download.message}` };
  const { size, sha256, open, discard } = download;
  try {
    await writer.addFile(path, await open(), { size, modifiedAt: new Date(createdAt) });
  } finally {
    await discard();
  }
  return { size, sha256 };
}

import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import {
  type Cell,
  createCsvStream,
  createXlsxStream,
} from '#server/engines/documents/archives/spreadsheet-files.ts';
import { createZipWriter, type ZipWriter } from '#server/engines/documents/archives/zip-writer.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { openDownload } from '../open-download.ts';
import type { PlannedEntry, TreeFile } from './plan-archive.ts';

const HEADINGS = ['Number', 'Name', 'Path', 'Size (bytes)', 'Added', 'SHA-256', 'Note'];

/** A zip of the planned entries, written at the pace at which it is read; its index comes last and tells what is in it. */
export function writeArchive(ctx: Context, entries: readonly PlannedEntry[]): Readable {
  const zip = createZipWriter();
  write(ctx, zip, entries).catch(zip.abandon);
  return zip.output;
}

async function write(ctx: Context, zip: ZipWriter, entries: readonly PlannedEntry[]): Promise<void> {
  const breathe = createEventLoopYield();
  // First, since the library writes folders at once, each from within the one before, when they wait behind a file.
  for (const { path, isEmpty } of entries) {
    if (!isEmpty) continue;
    await zip.addFolder(path);
    await breathe();
  }
  const rows: Cell[][] = [HEADINGS];
  for (const entry of entries) {
    const { number, name, path, file } = entry;
    if (!file) rows.push([number, name, path, '', '', '', '']);
    else {
      const { size = file.size, sha256 = '', note = '' } = await addFile(ctx, zip, path, file);
      rows.push([number, name, path, size, new Date(file.createdAt).toISOString(), sha256, note]);
    }
  }
  await zip.addFile('index.csv', createCsvStream(rows));
  await zip.addFile('index.xlsx', createXlsxStream(rows));
  zip.finish();
}

/** Adds a file if the actor may still have it, and says what the index tells of it. */
async function addFile(
  ctx: Context,
  zip: ZipWriter,
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
  // The hash stays behind too: it tells whoever has a document that this is it.
  if (download instanceof AppError) return { note: `Not included: ${download.message}` };
  const { size, sha256, open, discard } = download;
  try {
    await zip.addFile(path, await open(), { size, modifiedAt: new Date(createdAt) });
  } finally {
    await discard();
  }
  return { size, sha256 };
}

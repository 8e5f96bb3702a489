import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { versionNotFound } from '#server/authorization/load-file-version.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { Block } from '#server/engines/documents/document-engine.ts';
import { limitRendering } from '../pages/limit-rendering.ts';
import { toRenderableDocument } from '../pages/renderable-document.ts';

/** Returns the extracted text of a version as lines of JSON, or refuses with the reason why there is none. */
export async function openText(ctx: Context, file: LoadedFile): Promise<() => Promise<Readable>> {
  assertScanned(file);
  const { text_blob_key: key, index_status: status, version } = file;
  if (key !== null) return () => openStoredText(ctx, key);
  if (status !== 'pending') throw cannotBeCompared(version, status);
  if (version === file.current_version)
    throw new AppError('conflict', `Version ${version} is still being read. Try again in a moment.`);
  // It was replaced before its text was read.
  const extraction = await limitRendering(ctx, () =>
    ctx.documents.extraction.extract(toRenderableDocument(ctx, file)),
  );
  if (!('blocks' in extraction)) throw cannotBeCompared(version, extraction.status);
  return async () => Readable.from(serialize(extraction.blocks));
}

async function openStoredText(ctx: Context, key: string): Promise<Readable> {
  const blob = await findBlob(ctx.db, key);
  // The version was removed while its text was opened.
  if (!blob) throw versionNotFound();
  const { size, wrapped_key: wrappedKey } = blob;
  const gunzip = createGunzip();
  // An error reaches the reader of the text.
  pipeline(await ctx.blobs.open({ key, size, wrappedKey }), gunzip, () => {});
  return gunzip;
}

function* serialize(blocks: readonly Block[]): Generator<Buffer> {
  for (const block of blocks) yield Buffer.from(`${JSON.stringify(block)}\n`);
}

function cannotBeCompared(version: number, status: Exclude<LoadedFile['index_status'], 'pending'>): AppError {
  const reason = {
    protected: 'is password-protected and cannot be compared.',
    damaged: 'cannot be read and cannot be compared.',
    failed: 'cannot be read and cannot be compared.',
    'no-text': 'contains no text that can be compared.',
    indexed: 'contains no text that can be compared.',
    partly: 'contains no text that can be compared.',
  }[status];
  return new AppError('unsupported-type', `Version ${version} ${reason}`);
}

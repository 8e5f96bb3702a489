import { type LoadedFile, loadFile, resourceOf } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { recordView } from '#server/features/activity/record-view.ts';
import type { Document } from '#server/platform/render/page-renderer.ts';
import { endingOf } from '#shared/domain/file-kind.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { auditView } from './audit-reading.ts';
import { markText } from './mark-text.ts';
import { findBlobOf } from './read-content.ts';

/** More than any page of ours asks at once; a script's hundreds would make everybody else wait. */
export const DRAWING_LIMIT = { most: 64, sentence: 'Too many pages at once. Please wait for them.' };
const THUMBNAIL_WIDTH = 320;
/** Ten points on a page as narrow as this are two pixels high. */
const UNREADABLE_WIDTH = 96;

/** One page as a JPEG, with the actor's name across it unless they may have the file itself; `page` counts from 1. */
export async function drawPage(ctx: Context, id: number, page: number, width: number): Promise<Buffer> {
  const file = await loadFile(ctx, id, 'view');
  await recordView(ctx, file);
  await auditView(ctx, file);
  const document = drawableOf(ctx, file);
  const opening = await ctx.pages.open(document);
  if ('problem' in opening) throw new AppError('unsupported-type', "This file can't be shown as pages.");
  if (page > opening.pages.length) throw new AppError('not-found', 'The file has no such page.');
  const drawing = await ctx.pages.draw(document, page, width);
  if ('problem' in drawing) throw new AppError('unsupported-type', "This page can't be drawn.");
  return asSeenBy(ctx, file, drawing.picture);
}

/**
 * The first page, small; of a file that the actor may not have too small to read. Nothing of what can't be drawn, and nothing
 * is drawn for who does not wait any more.
 */
export async function drawThumbnail(
  ctx: Context,
  id: number,
  isAwaited: () => boolean,
): Promise<Buffer | undefined> {
  const file = await loadFile(ctx, id, 'view');
  const mayDownload = filePolicy.download(ctx.actor, resourceOf(file));
  const width = mayDownload ? THUMBNAIL_WIDTH : UNREADABLE_WIDTH;
  const picture = await ctx.pages.drawAside(drawableOf(ctx, file), width, isAwaited);
  return picture && asSeenBy(ctx, file, picture);
}

/** A file as the renderer takes it. */
export function drawableOf(ctx: Context, file: LoadedFile): Document {
  const type = endingOf(file.name);
  // The type is part of the key, since the same bytes under another name may be drawn otherwise.
  const key = `${file.blob_key} ${type}`;
  return { key, type, bytes: async () => ctx.blobs.open(await findBlobOf(ctx, file)) };
}

async function asSeenBy(ctx: Context, file: LoadedFile, picture: Buffer): Promise<Buffer> {
  if (filePolicy.viewUnmarked(ctx.actor, resourceOf(file))) return picture;
  return ctx.pages.markPicture(picture, await markText(ctx));
}

import { type LoadedFile, resourceOf } from '#server/authorization/load-file.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { auditView } from '../audit-file-access.ts';
import { markText } from './watermark-text.ts';
import { loadSigned, type SignedRequest } from './signed-pages.ts';

/** More than any page of ours asks at once; a script's hundreds would make everybody else wait. */
export const DRAWING_LIMIT = { most: 64, sentence: 'Too many pages at once. Please wait for them.' };
const THUMBNAIL_WIDTH = 320;
/** Ten points on a page as narrow as this are two pixels high. */
const UNREADABLE_WIDTH = 96;

/** One page as a JPEG, with the actor's name across it unless they may have the file itself; `page` counts from 1. */
export async function drawPage(
  ctx: Context,
  asked: SignedRequest,
  page: number,
  width: number,
): Promise<Buffer> {
  const { file, document } = await loadSigned(ctx, 'pages', asked);
  await recordView(ctx, file);
  await auditView(ctx, file);
  const opening = await ctx.pages.open(document);
  if ('problem' in opening) throw new AppError('unsupported-type', "This file can't be shown as pages.");
  if (page > opening.pages.length) throw new AppError('not-found', 'The file has no such page.');
  const drawing = isSeenUnmarked(ctx, file)
    ? await ctx.pages.draw(document, page, width)
    : await ctx.pages.drawMarked(document, page, width, await markText(ctx));
  if ('problem' in drawing) throw new AppError('unsupported-type', "This page can't be drawn.");
  return drawing.picture;
}

/**
 * The first page, small; of a file that the actor may not have too small to read. Nothing of what can't be drawn, and nothing
 * is drawn for who does not wait any more.
 */
export async function drawThumbnail(
  ctx: Context,
  asked: SignedRequest,
  isAwaited: () => boolean,
): Promise<Buffer | undefined> {
  const { file, document } = await loadSigned(ctx, 'thumbnail', asked);
  const mayDownload = filePolicy.download(ctx.actor, resourceOf(file));
  const width = mayDownload ? THUMBNAIL_WIDTH : UNREADABLE_WIDTH;
  const picture = await ctx.pages.drawAside(document, width, isAwaited);
  if (!picture || isSeenUnmarked(ctx, file)) return picture;
  return ctx.pages.markPicture(picture, await markText(ctx));
}

const isSeenUnmarked = (ctx: Context, file: LoadedFile): boolean =>
  filePolicy.viewUnmarked(ctx.actor, resourceOf(file));

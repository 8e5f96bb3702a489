import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { auditView } from '../audit-file-access.ts';
import { loadSignedFile, type SignedPageRequest } from './signed-pages.ts';
import { watermarkText } from './watermark-text.ts';

const THUMBNAIL_WIDTH = 320;
/** Width in pixels at which text is unreadable: ten points are two pixels high. */
const RESTRICTED_THUMBNAIL_WIDTH = 96;

/** Renders one page as a JPEG, with a watermark unless the actor may download the file; `page` counts from 1. */
export async function renderPage(
  ctx: Context,
  asked: SignedPageRequest,
  page: number,
  width: number,
): Promise<Buffer> {
  const { file, document } = await loadSignedFile(ctx, 'pages', asked);
  await recordView(ctx, file);
  await auditView(ctx, file);
  const opening = await ctx.documents.rendering.listPages(document);
  if ('problem' in opening) throw new AppError('unsupported-type', "This file can't be shown as pages.");
  if (page > opening.pages.length) throw new AppError('not-found', 'This page does not exist.');
  const drawing = isShownWithoutWatermark(ctx, file)
    ? await ctx.documents.rendering.renderPage(document, page, width)
    : await ctx.documents.rendering.renderWatermarkedPage(document, page, width, await watermarkText(ctx));
  if ('problem' in drawing) throw new AppError('unsupported-type', "This page can't be shown.");
  return drawing.image;
}

/**
 * Renders the first page as a thumbnail, unreadably small when the actor may not download the file. Returns undefined
 * when the file can't be rendered or the request has ended.
 */
export async function renderThumbnail(
  ctx: Context,
  asked: SignedPageRequest,
  isAwaited: () => boolean,
): Promise<Buffer | undefined> {
  const { file, document } = await loadSignedFile(ctx, 'thumbnail', asked);
  const mayDownload = filePolicy.download(ctx.actor, toFileResource(file));
  const width = mayDownload ? THUMBNAIL_WIDTH : RESTRICTED_THUMBNAIL_WIDTH;
  const picture = await ctx.documents.rendering.renderThumbnail(document, width, isAwaited);
  if (!picture || isShownWithoutWatermark(ctx, file)) return picture;
  return ctx.documents.watermark.watermarkImage(picture, await watermarkText(ctx));
}

const isShownWithoutWatermark = (ctx: Context, file: LoadedFile): boolean =>
  filePolicy.viewWithoutWatermark(ctx.actor, toFileResource(file));

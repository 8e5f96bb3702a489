import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { auditView } from '../audit-file-access.ts';
import { requiresPageWatermark } from '../require-watermark.ts';
import { loadSignedFile, type SignedPageRequest } from './signed-pages.ts';
import { THUMBNAIL_WIDTH } from './thumbnails.ts';
import { watermarkText } from './watermark-text.ts';

interface PageRequest {
  /** Counts from 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  /** The reader waits for each byte. */
  readonly isCompact?: boolean;
}

/** Renders one page as a JPEG, with a watermark where one is required. */
export async function renderPage(
  ctx: Context,
  asked: SignedPageRequest,
  { page, width, isCompact = false }: PageRequest,
): Promise<Buffer> {
  const { file, document: signed } = await loadSignedFile(ctx, 'pages', asked);
  await recordView(ctx, file);
  await auditView(ctx, file);
  const opening = await ctx.documents.rendering.listPages(signed);
  if ('problem' in opening) throw new AppError('unsupported-type', "This file can't be shown as pages.");
  const document = { ...signed, layout: opening.layout };
  if (page > opening.pages.length) throw new AppError('not-found', 'This page does not exist.');
  const { rendering } = ctx.documents;
  const rendered = (await requiresPageWatermark(ctx, file))
    ? await rendering.renderWatermarkedPage(document, page, width, await watermarkText(ctx, file), {
        isCompact,
      })
    : await rendering.renderPage(document, page, width);
  if ('problem' in rendered) throw new AppError('unsupported-type', "This page can't be shown.");
  return rendered.image;
}

/**
 * Renders the first page as a thumbnail, unreadably small since the actor may not be allowed to download the file. Returns
 * undefined when the file can't be rendered or the request has ended.
 */
export async function renderThumbnail(
  ctx: Context,
  asked: SignedPageRequest,
  isAwaited: () => boolean,
): Promise<Buffer | undefined> {
  const { file, document } = await loadSignedFile(ctx, 'thumbnail', asked);
  const image = await ctx.documents.rendering.renderThumbnail(document, THUMBNAIL_WIDTH, isAwaited);
  if (!image || !(await requiresPageWatermark(ctx, file))) return image;
  return ctx.documents.watermark.watermarkImage(image, await watermarkText(ctx, file), document.owner);
}

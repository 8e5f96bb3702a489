import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadVisibleFiles } from '#server/authorization/load-file.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { signThumbnails } from '#shared/contracts/pages.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { filterWithoutPageWatermark } from '../require-watermark.ts';
import { toRenderableDocument } from './renderable-document.ts';
import { signFilePages } from './signed-pages.ts';

type Thumbnail = ResultOf<typeof signThumbnails>[number];

/**
 * Width in pixels: what lists show on the finest screens, and few enough that text is unreadable, with ten points under two
 * pixels high.
 */
export const THUMBNAIL_WIDTH = 72;
/** About what a screen shows; the others are fetched when they come near the view. */
const MAX_IMAGES = 24;

/**
 * Signs the thumbnails of the files that the actor may view; omits all others, and those whose content is withheld. The first
 * ones include the picture if it is in the cache, so that a list costs one call in place of one for each row.
 */
export async function listThumbnails(
  ctx: Context,
  session: string,
  ids: readonly number[],
): Promise<Thumbnail[]> {
  const visible = await loadVisibleFiles(ctx, ids);
  const files = visible.filter(({ scan_state }) => !isWithheld(scan_state));
  const images = await findImages(ctx, files.slice(0, MAX_IMAGES));
  return files.map((file) => {
    const image = images.get(file.id);
    return {
      fileId: file.id,
      signature: signFilePages(ctx, session, { purpose: 'thumbnail', file }),
      ...(image && { image: image.toString('base64') }),
    };
  });
}

/** Finds the drawn thumbnails that need no watermark, which is drawn for each viewer; by the id of the file. */
async function findImages(ctx: Context, files: readonly LoadedFile[]): Promise<Map<number, Buffer>> {
  const images = new Map<number, Buffer>();
  for (const file of await filterWithoutPageWatermark(ctx, files)) {
    const document = toRenderableDocument(ctx, file);
    const image = await ctx.documents.rendering.findThumbnail(document, THUMBNAIL_WIDTH);
    if (image) images.set(file.id, image);
  }
  return images;
}

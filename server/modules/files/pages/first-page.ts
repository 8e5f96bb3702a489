import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile, toFileResource } from '#server/authorization/load-file.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { type RenderableFile, toRenderableDocument } from './renderable-document.ts';
import { signFilePages } from './signed-pages.ts';

/**
 * Returns the path of the image of a file's first page, signed for the session of the context, if the actor sees the file as
 * pages alone; undefined if they see it otherwise or not at all. The file is not opened, so it may have no pages.
 */
export async function signFirstPage(ctx: Context, fileId: number): Promise<string | undefined> {
  try {
    const file = await loadFile(ctx, fileId, 'view');
    if (filePolicy.download(ctx.actor, toFileResource(file))) return undefined;
    const signature = signFilePages(ctx, ctx.sessionToken ?? '', { purpose: 'pages', file });
    return `/api/files/${fileId}/pages/1?${new URLSearchParams({ signature })}`;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Draws the first page of a file into the cache, for somebody who will ask for it in a moment. Nobody sees it by this. */
export async function prepareFirstPage(ctx: Context, file: RenderableFile): Promise<void> {
  const document = toRenderableDocument(ctx, file);
  const { rendering } = ctx.documents;
  // Renders for a phone, with an empty watermark: the process that draws watermarks takes longest to start.
  const marked = await rendering.renderWatermarkedPage(document, 1, 800, '·', { isCompact: true });
  // Renders for a desktop.
  if (!('problem' in marked)) await rendering.renderPage(document, 1, 1200);
}

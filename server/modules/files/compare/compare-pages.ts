import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { versionNotFound } from '#server/authorization/load-file-version.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { auditView } from '../audit-file-access.ts';
import { toRenderableDocument } from '../pages/renderable-document.ts';
import { loadSignedFile, loadViewedFile } from '../pages/signed-pages.ts';
import { watermarkText } from '../pages/watermark-text.ts';
import { requiresPageWatermark } from '../require-watermark.ts';

interface ComparedPageRequest {
  readonly fileId: number;
  readonly a: number;
  readonly b: number;
  /** The version that is shown. */
  readonly side: 'a' | 'b';
  /** Counts from 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  readonly session: string;
  /** Signs the pages of `b`. */
  readonly signature: string;
}

const NO_IMAGE = Buffer.alloc(0);

/**
 * Renders a page of one version with boxes around what differs on the same page of the other, as a JPEG, with a watermark where
 * one is required. Needs access to both versions.
 */
export async function renderComparedPage(ctx: Context, asked: ComparedPageRequest): Promise<Buffer> {
  const { fileId, a, b, side, page, width, session, signature } = asked;
  const signed = { fileId, version: b, session, signature };
  const after = await loadSignedFile(ctx, 'pages', signed).catch((error: unknown) => {
    // The same answer without a signature and for a version that the actor may not see.
    throw error instanceof AppError && error.code === 'not-found' ? versionNotFound() : error;
  });
  const fileOfA = await loadViewedFile(ctx, fileId, a);
  const before = { file: fileOfA, document: toRenderableDocument(ctx, fileOfA) };
  const shown = side === 'a' ? before : after;
  for (const file of a === b ? [after.file] : [before.file, after.file]) await record(ctx, file);
  const images = {
    a: await renderIfThere(ctx, before.document, page, width),
    b: await renderIfThere(ctx, after.document, page, width),
  };
  if (images[side].length === 0) throw new AppError('not-found', 'This page does not exist.');
  const { owner } = shown.document;
  const marked = await ctx.documents.watermark.markChanges(images, side, owner);
  return (await requiresPageWatermark(ctx, shown.file))
    ? ctx.documents.watermark.watermarkImage(marked, await watermarkText(ctx, shown.file), owner)
    : marked;
}

async function record(ctx: Context, file: LoadedFile): Promise<void> {
  await recordView(ctx, file);
  await auditView(ctx, file);
}

/** Renders a page; an empty image where the version has fewer pages. */
async function renderIfThere(
  ctx: Context,
  document: DocumentSource,
  page: number,
  width: number,
): Promise<Buffer> {
  const opening = await ctx.documents.rendering.listPages(document);
  if ('problem' in opening)
    throw new AppError('unsupported-type', 'One of these versions cannot be shown as pages.');
  if (page > opening.pages.length) return NO_IMAGE;
  const rendered = await ctx.documents.rendering.renderPage(
    { ...document, layout: opening.layout },
    page,
    width,
  );
  if ('problem' in rendered) throw new AppError('unsupported-type', "This page can't be shown.");
  return rendered.image;
}

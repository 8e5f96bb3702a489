import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadTerms } from '#server/authorization/links/load-terms.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';
import type { CurrentTerms } from '../acceptances/accept-terms.ts';
import { findCurrentVersion } from '../queries.ts';
import { toDocumentSource } from './inspect-document.ts';

const NOT_SHOWN = "The document can't be shown at the moment. Try again later.";
const noDocument = () => new AppError('not-found', 'These terms have no document.');

/** Refuses a document that awaits its scan for viruses, or in which one was found; nobody accepts it either. */
export function assertReadable({ blob_key, scan_state }: CurrentTerms): void {
  if (blob_key !== null) assertScanned({ scan_state });
}

function toStoredDocument(version: CurrentTerms) {
  const { blob_key: key, document_name: name, size, wrapped_key: wrappedKey, owner_id: ownerId } = version;
  if (key === null || name === null || size === null || wrappedKey === null) throw noDocument();
  assertReadable(version);
  return { blob: { key, size, wrappedKey }, name, ownerId };
}

function openPages(ctx: Context, version: CurrentTerms) {
  if (version.document_pages === null) throw noDocument();
  return toDocumentSource(ctx, toStoredDocument(version));
}

/** Lists the pages of the document of a version, with its text. The caller checks who asks. */
export async function readDocument(ctx: Context, version: CurrentTerms) {
  const source = openPages(ctx, version);
  const opening = await limitRendering(ctx, () => ctx.documents.rendering.listPages(source));
  if ('problem' in opening) throw new AppError('unavailable', NOT_SHOWN);
  const pages = opening.pages.map(({ width, height }) => ({ width, height }));
  return { pages, text: version.text };
}

/** Draws a page of the document of a version as JPEG. The caller checks who asks. */
export async function drawDocumentPage(
  ctx: Context,
  version: CurrentTerms,
  { page, width }: { page: number; width: number },
): Promise<Buffer> {
  const source = openPages(ctx, version);
  return limitRendering(ctx, async () => {
    const opening = await ctx.documents.rendering.listPages(source);
    if ('problem' in opening) throw new AppError('unavailable', NOT_SHOWN);
    if (page < 1 || page > opening.pages.length) throw new AppError('not-found', 'This page does not exist.');
    const drawing = await ctx.documents.rendering.renderPage(
      { ...source, layout: opening.layout },
      page,
      width,
    );
    if ('problem' in drawing) throw new AppError('unavailable', NOT_SHOWN);
    return drawing.image;
  });
}

/** Loads the document of the current version for those who manage the terms. */
export async function loadTermsDocument(ctx: Context, id: number): Promise<{ name: string; bytes: Buffer }> {
  await loadTerms(ctx, id, 'view');
  const version = await findCurrentVersion(ctx.db, id);
  if (!version) throw noDocument();
  const { blob, name } = toStoredDocument(version);
  return { name, bytes: await ctx.blobs.read(blob) };
}

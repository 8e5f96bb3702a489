import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadFileVersion } from '#server/authorization/load-file-version.ts';
import { type SignedPages, signPages, verifySignature } from '#server/authorization/page-signature.ts';
import type { DocumentSource, PageLayout } from '#server/engines/documents/document-engine.ts';
import { toRenderableDocument } from './renderable-document.ts';

type Purpose = SignedPages['purpose'];

/** Session and signature of a request for a page image. */
export interface SignedPageRequest {
  readonly fileId: number;
  /** Absent for the current version. */
  readonly version?: number;
  readonly session: string;
  readonly signature: string;
}

/** Signs the pages of a file, in one layout if it has several: those of another layout have other contents. */
export function signFilePages(
  ctx: Context,
  session: string,
  { purpose, file, layout }: { purpose: Purpose; file: LoadedFile; layout?: PageLayout | undefined },
): string {
  return signPages(ctx, session, pagesToSign(purpose, file, { ...toRenderableDocument(ctx, file), layout }));
}

/** A signature without a layout leads to pages in the layout that is ready first. */
const SIGNED_LAYOUTS: readonly (PageLayout | undefined)[] = [undefined, 'pdf', 'text'];

/** Loads a file for rendering, in the layout that was signed; requires the view permission and a valid signature. */
export async function loadSignedFile(
  ctx: Context,
  purpose: Purpose,
  { fileId, version, session, signature }: SignedPageRequest,
): Promise<{ file: LoadedFile; document: DocumentSource }> {
  const file = await loadViewedFile(ctx, fileId, version);
  const document = toRenderableDocument(ctx, file);
  const candidates = SIGNED_LAYOUTS.map((layout) => pagesToSign(purpose, file, { ...document, layout }));
  const { layout } = verifySignature(ctx, session, candidates, signature);
  return { file, document: { ...document, layout } };
}

/** Loads a file for viewing: the version, or else the current one. */
export const loadViewedFile = (ctx: Context, id: number, version: number | undefined): Promise<LoadedFile> =>
  version === undefined ? loadFile(ctx, id, 'view') : loadFileVersion(ctx, id, version, 'view');

const pagesToSign = (purpose: Purpose, file: LoadedFile, { key, layout }: DocumentSource) => ({
  purpose,
  fileId: file.id,
  documentKey: layout === undefined ? key : `${key} as ${layout}`,
  layout,
});

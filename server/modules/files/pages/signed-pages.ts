import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadFileVersion } from '#server/authorization/load-file-version.ts';
import { type SignedPages, signPages, verifySignature } from '#server/authorization/page-signature.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
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

export function signFilePages(ctx: Context, purpose: Purpose, session: string, file: LoadedFile): string {
  return signPages(ctx, session, pagesToSign(purpose, file, toRenderableDocument(ctx, file)));
}

/** Loads a file for rendering; requires the view permission and a valid signature. */
export async function loadSignedFile(
  ctx: Context,
  purpose: Purpose,
  { fileId, version, session, signature }: SignedPageRequest,
): Promise<{ file: LoadedFile; document: DocumentSource }> {
  const file = await loadViewedFile(ctx, fileId, version);
  const document = toRenderableDocument(ctx, file);
  verifySignature(ctx, session, pagesToSign(purpose, file, document), signature);
  return { file, document };
}

/** Loads a file for viewing: the version, or else the current one. */
export const loadViewedFile = (ctx: Context, id: number, version: number | undefined): Promise<LoadedFile> =>
  version === undefined ? loadFile(ctx, id, 'view') : loadFileVersion(ctx, id, version, 'view');

const pagesToSign = (purpose: Purpose, file: LoadedFile, document: DocumentSource): SignedPages => ({
  purpose,
  fileId: file.id,
  documentKey: document.key,
});

import { type LoadedFile, loadFile, loadVisibleFiles } from '#server/authorization/load-file.ts';
import { requireSignature, type SignedPages, signPages } from '#server/authorization/page-signature.ts';
import type { Context } from '#server/app/context.ts';
import type { Document } from '#server/engines/documents/rendering/page-renderer.ts';
import { drawableOf } from './renderable-document.ts';

type Purpose = SignedPages['purpose'];

/** A request for something drawn: by which session, and with which signature. */
export interface SignedRequest {
  readonly fileId: number;
  readonly session: string;
  readonly signature: string;
}

export function signFile(ctx: Context, purpose: Purpose, session: string, file: LoadedFile): string {
  return signPages(ctx, session, signedOf(purpose, file, drawableOf(ctx, file)));
}

/** A file to draw, for who may see it at this moment and has a signature for it. */
export async function loadSigned(
  ctx: Context,
  purpose: Purpose,
  { fileId, session, signature }: SignedRequest,
): Promise<{ file: LoadedFile; document: Document }> {
  const file = await loadFile(ctx, fileId, 'view');
  const document = drawableOf(ctx, file);
  requireSignature(ctx, session, signedOf(purpose, file, document), signature);
  return { file, document };
}

/** What opens the thumbnails of those files that the actor may see. */
export async function signThumbnails(
  ctx: Context,
  session: string,
  ids: readonly number[],
): Promise<{ fileId: number; signature: string }[]> {
  const files = await loadVisibleFiles(ctx, ids);
  return files.map((file) => ({
    fileId: file.id,
    signature: signFile(ctx, 'thumbnail', session, file),
  }));
}

const signedOf = (purpose: Purpose, file: LoadedFile, document: Document): SignedPages => ({
  purpose,
  fileId: file.id,
  content: document.key,
});

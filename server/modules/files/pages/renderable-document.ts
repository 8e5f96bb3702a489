import type { Context } from '#server/app/context.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { findFileBlob } from '../read-content.ts';

/** Converts a file row to the input of the page renderer. */
export function toRenderableDocument(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  file: { name: string; blob_key: string; owner_id: number },
): DocumentSource {
  const type = fileExtension(file.name);
  // The type is part of the key: the same bytes with another file type may be rendered differently.
  const key = `${file.blob_key} ${type}`;
  return {
    key,
    owner: String(file.owner_id),
    type,
    bytes: async () => blobs.open(await findFileBlob({ db }, file)),
  };
}

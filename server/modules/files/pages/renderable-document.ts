import type { Context } from '#server/app/context.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { findFileBlob } from '../read-content.ts';

/** A file as the renderer takes it. */
export function toRenderableDocument(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  file: { name: string; blob_key: string },
): DocumentSource {
  const type = fileExtension(file.name);
  // The type is part of the key, since the same bytes under another name may be drawn otherwise.
  const key = `${file.blob_key} ${type}`;
  return { key, type, bytes: async () => blobs.open(await findFileBlob({ db }, file)) };
}

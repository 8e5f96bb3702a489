import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { findFileBlob } from '../read-content.ts';

/** Read at once: a stream from the store takes several times as long for so little. */
const MAX_SMALL_BYTES = 64 * 1024;

/** The columns of a file that decide how its pages are rendered. */
export type RenderableFile = Pick<LoadedFile, 'name' | 'blob_key' | 'owner_id' | 'sent_by' | 'scan_state'> &
  Partial<Pick<LoadedFile, 'version' | 'current_version'>>;

/**
 * Returns the sender for whom work on the content of a file is done. The documents of a sender share processes and wait in turn
 * with those of no other, also where they have the same owner.
 */
export const senderOf = (file: Pick<RenderableFile, 'owner_id' | 'sent_by'>): number =>
  file.sent_by ?? file.owner_id;

/** Converts a file row to the input of the page renderer; refuses one whose content is withheld because of a virus scan. */
export function toRenderableDocument(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  file: RenderableFile,
): DocumentSource {
  // Here, not only where bytes are opened: pages that were rendered before are cached.
  assertScanned(file);
  const type = fileExtension(file.name);
  // The type is part of the key: the same bytes with another file type may be rendered differently.
  const key = `${file.blob_key} ${type}`;
  return {
    key,
    owner: String(senderOf(file)),
    type,
    async bytes() {
      const blob = await findFileBlob({ db }, file);
      return blob.size <= MAX_SMALL_BYTES ? Readable.from([await blobs.read(blob)]) : blobs.open(blob);
    },
  };
}

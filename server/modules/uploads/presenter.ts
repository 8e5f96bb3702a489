import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import type { FinishedUpload } from './finish-upload.ts';
import { readPlaceholder } from './late-placeholder.ts';

/** Returns the progress as tus headers, and the id of the created file, and whether it replaces its placeholder, in headers of our own. */
export function presentUpload(upload: FinishedUpload): Record<string, string> {
  const { name: filename, folder_id: folderId, allow_download: allowDownload } = upload;
  const { note, import_id: importId, relative_path: relativePath, draft_of_file_id: draftOf } = upload;
  const replaces = draftOf ?? upload.replaces_file_id;
  const placeholder = readPlaceholder(upload.placeholder_id);
  // Of a file that has taken the place only the answer to its last bytes says so: nodes of an earlier version recorded neither.
  const replacesPlaceholder = placeholder.isLate ? false : upload.replacesPlaceholder;
  return {
    'upload-offset': String(upload.received_bytes),
    'upload-length': String(upload.size),
    'upload-metadata': formatUploadMetadata({
      filename,
      folderId: String(folderId ?? ''),
      allowDownload: String(allowDownload === 1),
      ...(replaces !== null && importId === null && { replaces: String(replaces) }),
      ...(importId !== null && { importId: String(importId), relativePath: relativePath ?? filename }),
      ...(placeholder.id !== null && { placeholderId: String(placeholder.id) }),
      ...(note !== null && { note }),
      ...(draftOf !== null && { draft: 'true' }),
    }),
    ...(upload.file_id === null
      ? { 'upload-expires': new Date(upload.expires_at).toUTCString() }
      : importId === null && { 'muniment-file': String(upload.file_id) }),
    ...(replacesPlaceholder !== undefined && {
      'muniment-replaces-placeholder': String(replacesPlaceholder),
    }),
  };
}

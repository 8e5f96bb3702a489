import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';

/**
 * Returns the progress as tus headers, and the id of the created file, and whether it replaces its placeholder, in headers of our
 * own.
 */
export function presentUpload(upload: LoadedUpload): Record<string, string> {
  const { name: filename, folder_id: folderId, allow_download: allowDownload } = upload;
  const { note, import_id: importId, relative_path: relativePath, draft_of_file_id: draftOf } = upload;
  const replaces = draftOf ?? upload.replaces_file_id;
  return {
    'upload-offset': String(upload.received_bytes),
    'upload-length': String(upload.size),
    'upload-metadata': formatUploadMetadata({
      filename,
      folderId: String(folderId ?? ''),
      allowDownload: String(allowDownload === 1),
      ...(replaces !== null && importId === null && { replaces: String(replaces) }),
      ...(importId !== null && { importId: String(importId), relativePath: relativePath ?? filename }),
      ...(upload.placeholder_id !== null && { placeholderId: String(upload.placeholder_id) }),
      ...(upload.batch_key !== null && { batch: `${upload.batch_key}/${upload.batch_place ?? 0}` }),
      ...(note !== null && { note }),
      ...(draftOf !== null && { draft: 'true' }),
    }),
    ...(upload.file_id === null
      ? { 'upload-expires': new Date(upload.expires_at).toUTCString() }
      : importId === null && { 'muniment-file': String(upload.file_id) }),
    ...(upload.replaces_placeholder !== null && {
      'muniment-replaces-placeholder': String(upload.replaces_placeholder === 1),
    }),
  };
}

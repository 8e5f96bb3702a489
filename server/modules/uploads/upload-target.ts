import type { Context } from '#server/app/context.ts';
import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import { reauthorizeUpload, type UploadTarget } from '#server/modules/files/upload/admit-upload.ts';
import { maxUploadBytes } from '#server/modules/files/upload/store-upload.ts';
import { importCeilingBytes } from '#server/modules/imports/hold-bytes.ts';
import { reauthorizeSource } from '#server/modules/imports/receive-source.ts';

/** The target of a resumable upload: like that of any other, or an import of which it becomes a source. */
export type ResumableTarget = UploadTarget | { readonly importId: number };

export function targetOf(upload: LoadedUpload): ResumableTarget {
  const { folder_id, replaces_file_id, draft_of_file_id, import_id } = upload;
  if (import_id !== null) return { importId: import_id };
  if (draft_of_file_id !== null) return { replaces: draft_of_file_id };
  return replaces_file_id === null ? { folderId: folder_id } : { replaces: replaces_file_id };
}

/** Returns the maximum size of an upload: archives may be larger than single files. */
export const maxBytesOf = async (ctx: Context, target: ResumableTarget): Promise<number> =>
  'importId' in target ? importCeilingBytes(ctx) : maxUploadBytes(ctx);

/** Reads the rights of the actor again, and refuses an upload that they no longer allow. */
export const reauthorizeTarget = (ctx: Context, target: ResumableTarget) =>
  'importId' in target ? reauthorizeSource(ctx, target.importId) : reauthorizeUpload(ctx, target);

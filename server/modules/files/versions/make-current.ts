import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { nameProblem } from '#shared/domain/entry-name.ts';
import { fileExtension, fileTypeOf, withExtension } from '#shared/domain/file-type.ts';
import { setCurrentVersion } from './current-version-queries.ts';

export interface NextContent {
  readonly number: number;
  readonly blob_key: string;
  readonly size: number;
  /** The sender, if not the owner of the file. */
  readonly sent_by: number | null;
  /** `null` keeps the type of the file. */
  readonly extension: string | null;
}

/**
 * Makes a version the content of its file, inside the transaction of the change. Folder, permissions and links stay; of the
 * name only the extension follows the content, by which every program recognizes it. Returns whether that changed.
 */
export async function makeCurrent(
  ctx: Context,
  file: LoadedFile,
  { number, blob_key, size, extension, sent_by }: NextContent,
): Promise<{ typeChanged: boolean }> {
  const name = nameWith(file, extension);
  const content = { number, name, fileType: fileTypeOf(name), blob_key, size };
  await setCurrentVersion(ctx.db, file, content, { now: ctx.now(), extension: fileExtension(file.name) });
  const turn = { ownerId: sent_by ?? file.owner_id };
  await publish(ctx, 'file.uploaded', { fileId: file.id, blobKey: blob_key }, turn);
  return { typeChanged: name !== file.name };
}

/** Returns the name of a file with the extension of its next content, or refuses where that is no name. */
export function nameWith(file: LoadedFile, extension: string | null): string {
  const name = extension === null ? file.name : withExtension(file.name, extension);
  const problem = nameProblem(name, 'File name is required');
  if (problem) throw new AppError('invalid', problem);
  return name;
}

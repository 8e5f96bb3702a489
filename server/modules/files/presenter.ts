import { accessOf, type ObjectAccess } from '#server/authorization/access-level.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { presentPublication } from '#server/authorization/publication/present-publication.ts';
import type { File } from '#shared/contracts/files.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { ListedFile, PresentedFile } from './list-queries.ts';

const present = (file: PresentedFile, { accessLevel, groupAccess }: ObjectAccess): File => ({
  id: file.id,
  name: file.name,
  fileType: fileTypeOf(file.name),
  size: file.size,
  allowDownload: file.allow_download === 1,
  folderId: file.folder_id,
  ownerId: file.owner_id,
  createdAt: isoInstant(file.created_at),
  accessLevel,
  ...(groupAccess && { groupAccess }),
  ...presentPublication(file, accessLevel),
  indexStatus: file.index_status,
  indexReason: file.index_reason,
});

export const presentFile = (file: LoadedFile): File => present(file, file);

export const presentListedFile = (file: ListedFile): File => present(file, accessOf(file.accessLevel));

import { accessOf, type ObjectAccess } from '#server/authorization/access-level.ts';
import { withRightsOf } from '#server/authorization/file-access.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { presentPublication } from '#server/authorization/publication/present-publication.ts';
import type { File } from '#shared/contracts/files.ts';
import type { Ocr } from '#shared/contracts/search/ocr-state.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { type Actor, isMember } from '#shared/policies/actor.ts';
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
  ...(file.modified_at !== null && { modifiedAt: isoInstant(file.modified_at) }),
  accessLevel,
  ...(groupAccess && { groupAccess }),
  ...presentPublication(file, accessLevel),
  indexStatus: file.index_status,
  indexReason: file.index_reason,
  ...(file.ocr_state !== null && !isWithheld(file.scan_state) && { ocr: presentOcr(file, file.ocr_state) }),
  ...(isWithheld(file.scan_state) && { scan: file.scan_state }),
  ...(file.current_version > 1 && { version: file.current_version }),
});

const presentOcr = (file: PresentedFile, state: Ocr['state']): Ocr => ({
  state,
  engine: file.ocr_engine,
  languages: file.ocr_languages === null ? [] : JSON.parse(file.ocr_languages),
  confidence: file.ocr_confidence,
});

/** Only for those who may change files: readers do not learn that a file is in a room. */
const presentRoom = (
  { isInRoom, managesRoom }: { readonly isInRoom?: boolean; readonly managesRoom?: true | undefined },
  isReadOnly = false,
): Pick<File, 'isInRoom' | 'managesRoom' | 'isReadOnly'> => ({
  ...(isInRoom && { isInRoom: true as const }),
  ...(managesRoom && { managesRoom }),
  ...(isReadOnly && { isReadOnly: true as const }),
});

export const presentFile = (file: LoadedFile): File => ({
  ...present(file, file),
  ...(file.groupAccess && file.seesVersions && { seesVersions: true as const }),
  ...(isMember(file) && presentRoom(file, isReadOnlyState(file.roomState))),
});

/** Visitors get no names of owners. */
export const presentListedFile = (file: ListedFile, actor: Actor): File => ({
  ...present(file, withRightsOf(accessOf(file.accessLevel), file.place)),
  ...(isMember(accessOf(file.accessLevel)) && presentRoom(file, file.isReadOnly)),
  ...(actor.kind === 'user' && { ownerName: file.owner_name }),
  ...(file.number !== undefined && { number: file.number }),
  ...(file.isNew && { isNew: true as const }),
  ...(file.ancestorNames && { ancestorNames: file.ancestorNames }),
});

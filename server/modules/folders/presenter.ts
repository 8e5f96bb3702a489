import type { WithAncestorNames } from '#server/authorization/groups/ancestor-names.ts';
import type { LoadedFolder } from '#server/authorization/load-folder.ts';
import { presentPublication } from '#server/authorization/publication/present-publication.ts';
import { presentPerson } from '#server/modules/accounts/present-person.ts';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import type { CollaboratorRow } from './collaborator-queries.ts';
import type { ListedFolder } from './queries.ts';

export const presentCollaborator = ({ id, username, email, ...person }: CollaboratorRow): Collaborator => ({
  id,
  username,
  email,
  ...presentPerson(person),
});

/** Readers do not learn that a folder is in a room. */
const presentRoomState = ({
  roomState,
  accessLevel,
}: Pick<LoadedFolder, 'roomState' | 'accessLevel'>): Pick<Folder, 'roomState'> =>
  roomState && accessLevel !== 'visitor' ? { roomState } : {};

export const presentListedFolder = (folder: ListedFolder): Folder => ({
  id: folder.id,
  name: folder.name,
  parentId: folder.parent_id,
  ...(folder.ancestorNames && { ancestorNames: folder.ancestorNames }),
  ownerId: folder.owner_id,
  createdAt: isoInstant(folder.created_at),
  ...(folder.number !== undefined && { number: folder.number }),
  accessLevel: folder.accessLevel,
  ...presentRoomState(folder),
  ...(folder.isReadOnly && { isReadOnly: true as const }),
  ...(folder.groupAccess && { groupAccess: folder.groupAccess }),
  ...presentPublication(folder, folder.accessLevel),
});

/** Presents a folder. The id of a parent that the actor may not see is left out. */
export const presentFolder = (folder: LoadedFolder & WithAncestorNames): Folder => ({
  id: folder.id,
  name: folder.name,
  parentId: folder.parentVisible ? folder.parent_id : null,
  ...(folder.ancestorNames && { ancestorNames: folder.ancestorNames }),
  ownerId: folder.owner_id,
  createdAt: isoInstant(folder.created_at),
  accessLevel: folder.accessLevel,
  ...(folder.hasFrozenNumbers && addsFiles(folder) && { hasFrozenNumbers: true }),
  ...presentRoomState(folder),
  ...(isReadOnlyState(folder.roomState) && folder.accessLevel !== 'visitor' && { isReadOnly: true }),
  ...(folder.groupAccess && { groupAccess: folder.groupAccess }),
  ...presentPublication(folder, folder.accessLevel),
});

const addsFiles = ({
  accessLevel,
  groupAccess,
}: Pick<LoadedFolder, 'accessLevel' | 'groupAccess'>): boolean =>
  accessLevel !== 'visitor' || groupAccess?.mayAdd === true;

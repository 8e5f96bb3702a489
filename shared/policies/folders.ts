import {
  type AccessLevel,
  type Actor,
  type GroupAccess,
  isAdminOf,
  isGroupMemberWithDownloadPermission,
  isManagedByGroupOf,
  isMember,
  isVisitorWithDownloadPermission,
} from './actor.ts';
import type { Policy } from './policy.ts';

export interface FolderResource {
  readonly accessLevel: AccessLevel;
  /** Present when the actor sees the folder as a member of a group. */
  readonly groupAccess?: GroupAccess | undefined;
  /** The room that it is in, or is. */
  readonly roomId?: number | undefined;
  /** Its room is closed. Only screens say so, in order to offer no changes: the server refuses them with the reason. */
  readonly isReadOnly?: boolean | undefined;
}

const mayOwn = (actor: Actor, folder: FolderResource) =>
  !folder.isReadOnly && (isAdminOf(actor, folder) || folder.accessLevel === 'owner');

/** A group may change folders in one that it manages, but not that one itself. */
const isInManagedFolder = (actor: Actor, folder: FolderResource) =>
  !folder.isReadOnly && actor.kind === 'user' && folder.groupAccess?.mayManageItself === true;

export const folderPolicy = {
  view: (actor, folder) => isAdminOf(actor, folder) || folder.accessLevel !== 'none',
  /** Download it as an archive; each file in it is checked by its own policy. */
  download: (actor, folder) =>
    isAdminOf(actor, folder) ||
    isMember(folder) ||
    isVisitorWithDownloadPermission(actor, folder) ||
    isGroupMemberWithDownloadPermission(folder),
  addTo: (actor, folder) => !folder.isReadOnly && (isAdminOf(actor, folder) || isMember(folder)),
  /** Upload files to it: members of groups too. */
  upload: (actor, folder) =>
    !folder.isReadOnly &&
    (isAdminOf(actor, folder) || isMember(folder) || folder.groupAccess?.mayAdd === true),
  /** Move entries into it, from a place where they may be moved. */
  moveInto: (actor, folder) =>
    !folder.isReadOnly && (isAdminOf(actor, folder) || isMember(folder) || isManagedByGroupOf(actor, folder)),
  /** Change the order of what is in it, in a room. */
  order: (actor, folder) =>
    !folder.isReadOnly && (isAdminOf(actor, folder) || isMember(folder) || isManagedByGroupOf(actor, folder)),
  /** See the numbers whose entries were removed, with their names. */
  seeWithdrawnEntries: (actor, folder) => isAdminOf(actor, folder) || isMember(folder),
  rename: (actor, folder) =>
    (!folder.isReadOnly && (isAdminOf(actor, folder) || isMember(folder))) ||
    isInManagedFolder(actor, folder),
  move: (actor, folder) => mayOwn(actor, folder) || isInManagedFolder(actor, folder),
  delete: (actor, folder) => mayOwn(actor, folder) || isInManagedFolder(actor, folder),
  manageAccess: mayOwn,
  /** See who has access, and take it away: also in a closed room. */
  seeAccess: (actor, folder) => isAdminOf(actor, folder) || folder.accessLevel === 'owner',
  revokeAccess: (actor, folder) => isAdminOf(actor, folder) || folder.accessLevel === 'owner',
  /** See who viewed its files, those of collaborators included. */
  seeActivity: (actor, folder) => isAdminOf(actor, folder) || folder.accessLevel === 'owner',
  /** End one's own access to a folder that somebody shared. */
  leave: (actor, folder) => actor.kind === 'user' && folder.accessLevel === 'collaborator',
} satisfies Policy<FolderResource>;

export type FolderAction = keyof typeof folderPolicy;

import {
  type AccessLevel,
  type GroupAccess,
  isAdmin,
  isGroupMemberWithDownloadPermission,
  isMember,
  isVisitorWithDownloadPermission,
} from './actor.ts';
import type { Policy } from './policy.ts';

export interface FolderResource {
  readonly accessLevel: AccessLevel;
  /** Present when the actor sees the folder as a member of a group. */
  readonly groupAccess?: GroupAccess | undefined;
}

export const folderPolicy = {
  view: (actor, folder) => isAdmin(actor) || folder.accessLevel !== 'none',
  /** Download it as an archive; each file in it is checked by its own policy. */
  download: (actor, folder) =>
    isAdmin(actor) ||
    isMember(folder) ||
    isVisitorWithDownloadPermission(actor, folder) ||
    isGroupMemberWithDownloadPermission(folder),
  addTo: (actor, folder) => isAdmin(actor) || isMember(folder),
  /** Change the order of what is in it, in a room. */
  order: (actor, folder) => isAdmin(actor) || isMember(folder),
  /** See the numbers whose entries were removed, with their names. */
  seeWithdrawnEntries: (actor, folder) => isAdmin(actor) || isMember(folder),
  rename: (actor, folder) => isAdmin(actor) || isMember(folder),
  move: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  delete: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  manageAccess: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  /** See who has access, and take it away: also in a closed room. */
  seeAccess: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  revokeAccess: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  /** See who viewed its files, those of collaborators included. */
  seeActivity: (actor, folder) => isAdmin(actor) || folder.accessLevel === 'owner',
  /** End one's own access to a folder that somebody shared. */
  leave: (actor, folder) => actor.kind === 'user' && folder.accessLevel === 'collaborator',
} satisfies Policy<FolderResource>;

export type FolderAction = keyof typeof folderPolicy;

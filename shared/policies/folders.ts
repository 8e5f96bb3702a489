import { isAdmin, isMember, type Standing } from './actor.ts';
import type { Policy } from './policy.ts';

export interface FolderResource {
  readonly standing: Standing;
}

export const folderPolicy = {
  view: (actor, folder) => isAdmin(actor) || folder.standing !== 'none',
  addTo: (actor, folder) => isAdmin(actor) || isMember(folder),
  rename: (actor, folder) => isAdmin(actor) || isMember(folder),
  move: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
  delete: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
  manageAccess: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
} satisfies Policy<FolderResource>;

export type FolderAction = keyof typeof folderPolicy;

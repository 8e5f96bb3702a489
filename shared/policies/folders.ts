import { isAdmin, isMember, isWelcomeVisitor, type Standing } from './actor.ts';
import type { Policy } from './policy.ts';

export interface FolderResource {
  readonly standing: Standing;
}

export const folderPolicy = {
  view: (actor, folder) => isAdmin(actor) || folder.standing !== 'none',
  /** As one archive; which of the files are in it is each file's own matter. */
  download: (actor, folder) => isAdmin(actor) || isMember(folder) || isWelcomeVisitor(actor, folder),
  addTo: (actor, folder) => isAdmin(actor) || isMember(folder),
  rename: (actor, folder) => isAdmin(actor) || isMember(folder),
  move: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
  delete: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
  manageAccess: (actor, folder) => isAdmin(actor) || folder.standing === 'owner',
} satisfies Policy<FolderResource>;

export type FolderAction = keyof typeof folderPolicy;

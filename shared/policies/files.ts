import {
  type AccessLevel,
  type Actor,
  isAdmin,
  isMember,
  isSelf,
  isVisitorWithDownloadPermission,
} from './actor.ts';
import type { Policy } from './policy.ts';

export interface FileResource {
  /** Inherited from the file's folder; in the root only the file's owner has one. */
  readonly accessLevel: AccessLevel;
  readonly ownerId: number;
  readonly allowDownload: boolean;
}

const mayView = (actor: Actor, file: FileResource) => isAdmin(actor) || file.accessLevel !== 'none';

/** Who put a file in keeps a say over it only while they belong to its folder. */
const isOwn = (actor: Actor, file: FileResource) => isMember(file) && isSelf(actor, file.ownerId);

const mayDownload = (actor: Actor, file: FileResource) =>
  isAdmin(actor) || (file.allowDownload && (isMember(file) || isVisitorWithDownloadPermission(actor, file)));

export const filePolicy = {
  view: mayView,
  download: mayDownload,
  /** Let the external viewer have it: never what may not be downloaded, whoever asks. */
  viewOnline: (actor, file) => file.allowDownload && mayDownload(actor, file),
  /** See its pages without one's own name across them. */
  viewWithoutWatermark: (actor, file) => actor.kind === 'user' && mayDownload(actor, file),
  /** Have a PDF without one's name in it while the room marks its downloads. */
  downloadWithoutWatermark: isAdmin,
  rename: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  move: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  delete: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  setAllowDownload: (actor) => isAdmin(actor),
  /** Who looked at it, at which pages and for how long. */
  seeViews: (actor, file) => isAdmin(actor) || isOwn(actor, file),
} satisfies Policy<FileResource>;

export type FileAction = keyof typeof filePolicy;

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
  /** Inherited from the file's folder; in the root only the file's owner has access. */
  readonly accessLevel: AccessLevel;
  readonly ownerId: number;
  readonly allowDownload: boolean;
}

const mayView = (actor: Actor, file: FileResource) => isAdmin(actor) || file.accessLevel !== 'none';

/** A file's uploader keeps rights to it only while they are a member of its folder. */
const isOwn = (actor: Actor, file: FileResource) => isMember(file) && isSelf(actor, file.ownerId);

const mayDownload = (actor: Actor, file: FileResource) =>
  isAdmin(actor) || (file.allowDownload && (isMember(file) || isVisitorWithDownloadPermission(actor, file)));

export const filePolicy = {
  view: mayView,
  download: mayDownload,
  /** Let the external viewer fetch it: never a file that may not be downloaded, for any actor. */
  viewOnline: (actor, file) => file.allowDownload && mayDownload(actor, file),
  /** See its pages without a watermark. */
  viewWithoutWatermark: (actor, file) => actor.kind === 'user' && mayDownload(actor, file),
  /** Download a PDF without a watermark while watermarks are enabled. */
  downloadWithoutWatermark: isAdmin,
  rename: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  move: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  delete: (actor, file) => isAdmin(actor) || isOwn(actor, file),
  /** Create a link to it. */
  share: (actor, file) => isAdmin(actor) || file.accessLevel === 'owner',
  setAllowDownload: (actor) => isAdmin(actor),
  /** See its viewers, with pages and times. */
  seeViews: (actor, file) => isAdmin(actor) || isOwn(actor, file),
} satisfies Policy<FileResource>;

export type FileAction = keyof typeof filePolicy;

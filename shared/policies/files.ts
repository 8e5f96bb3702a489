import type { FileType } from '../domain/file-type.ts';
import {
  type AccessLevel,
  type Actor,
  type GroupAccess,
  isAdminOf,
  isGroupMemberWithDownloadPermission,
  isManagedByGroupOf,
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
  /** Decides together with the level `download` of a group; without it that level permits no download. */
  readonly fileType?: FileType | undefined;
  /** Present when the actor sees the file as a member of a group. */
  readonly groupAccess?: GroupAccess | undefined;
  /** The file is in a room, whose staff may replace it. */
  readonly isInRoom?: boolean | undefined;
  /** The actor is a manager of the room that it is in. */
  readonly managesRoom?: boolean | undefined;
  /** The room that it is in. */
  readonly roomId?: number | undefined;
  /** Its room is closed. Only screens say so, in order to offer no changes: the server refuses them with the reason. */
  readonly isReadOnly?: boolean | undefined;
  /** The room lets the group of the actor see earlier versions. */
  readonly seesVersions?: boolean | undefined;
  /** The rules of its room put a watermark on every page that is read. */
  readonly watermarksPages?: boolean | undefined;
}

const mayView = (actor: Actor, file: FileResource) => isAdminOf(actor, file) || file.accessLevel !== 'none';

/** A file's uploader keeps rights to it only while they are a member of its folder. */
const isOwn = (actor: Actor, file: FileResource) => isMember(file) && isSelf(actor, file.ownerId);

/** Managers own everything in their room. */
const isManaged = (actor: Actor, file: FileResource) => actor.kind === 'user' && file.managesRoom === true;

const mayRename = (actor: Actor, file: FileResource) =>
  !file.isReadOnly &&
  (isAdminOf(actor, file) || isOwn(actor, file) || isManaged(actor, file) || isManagedByGroupOf(actor, file));

/** Add, restore and withdraw versions: the owner, administrators, and the staff of its room. */
const mayChangeVersions = (actor: Actor, file: FileResource) =>
  !file.isReadOnly &&
  (isAdminOf(actor, file) || isOwn(actor, file) || (file.isInRoom === true && isMember(file)));

/** A group or a link with the level `download` gives PDFs only, which carry the name of the reader. */
const getsOnlyWatermarked = (actor: Actor, file: FileResource) =>
  file.groupAccess
    ? file.groupAccess.level === 'download'
    : file.accessLevel === 'visitor' && actor.kind === 'visitor' && !actor.mayDownload;

const mayDownloadAsPdf = (actor: Actor, file: FileResource) =>
  isAdminOf(actor, file) ||
  (file.allowDownload &&
    (isMember(file) ||
      isVisitorWithDownloadPermission(actor, file) ||
      isGroupMemberWithDownloadPermission(file)));

const mayDownloadOriginal = (actor: Actor, file: FileResource) =>
  mayDownloadAsPdf(actor, file) && (isAdminOf(actor, file) || !getsOnlyWatermarked(actor, file));

const mayDownload = (actor: Actor, file: FileResource) =>
  mayDownloadOriginal(actor, file) || (mayDownloadAsPdf(actor, file) && file.fileType === 'pdf');

export const filePolicy = {
  view: mayView,
  download: mayDownload,
  /** Download its bytes as they are, unless watermarks are enabled. */
  downloadOriginal: mayDownloadOriginal,
  /** Download a document converted to PDF. */
  downloadAsPdf: mayDownloadAsPdf,
  /** Let the external viewer fetch it: never a file that may not be downloaded, or only with a watermark, for any actor. */
  viewOnline: (actor, file) =>
    file.allowDownload && file.watermarksPages !== true && mayDownloadOriginal(actor, file),
  /** See its pages without a watermark. */
  viewWithoutWatermark: (actor, file) =>
    actor.kind === 'user' &&
    mayDownloadOriginal(actor, file) &&
    (isAdminOf(actor, file) || file.watermarksPages !== true),
  /** Download a PDF without a watermark while watermarks are enabled. */
  downloadWithoutWatermark: (actor, file) => isAdminOf(actor, file),
  rename: mayRename,
  addVersion: (actor, file) => mayChangeVersions(actor, file) || mayRename(actor, file),
  restoreVersion: mayChangeVersions,
  withdrawVersion: mayChangeVersions,
  /** Have the text of its scanned pages recognized again. */
  recognizeText: (actor, file) => isAdminOf(actor, file) || isMember(file),
  /** See and open versions other than the current one: also groups whose rules say so, those that were published. */
  seeVersions: (actor, file) =>
    isAdminOf(actor, file) ||
    isMember(file) ||
    (file.groupAccess !== undefined && file.seesVersions === true),
  /** See who added a version and why, and versions that were replaced before they were published. */
  seeUnpublishedVersions: (actor, file) => isAdminOf(actor, file) || isMember(file),
  seeWithdrawnVersions: (actor, file) =>
    isAdminOf(actor, file) || file.accessLevel === 'owner' || isOwn(actor, file),
  move: mayRename,
  delete: mayRename,
  /** Create a link to it. */
  share: (actor, file) => !file.isReadOnly && (isAdminOf(actor, file) || file.accessLevel === 'owner'),
  setAllowDownload: (actor, file) => isAdminOf(actor, file) && !file.isReadOnly,
  /** See its viewers, with pages and times. */
  seeViews: (actor, file) => isAdminOf(actor, file) || isOwn(actor, file),
} satisfies Policy<FileResource>;

export type FileAction = keyof typeof filePolicy;

import type { TokenScope } from './token-scopes.ts';

/** The limits that an API token sets to its owner's rights. */
interface TokenLimits {
  readonly scope: TokenScope;
  /** Only these folders and what is in them, if present. */
  readonly folderIds?: readonly number[];
  /** The program that uses the token, for the audit log. */
  readonly program: string;
}

/** The actor of a request. `anonymous` has no session. */
export type Actor =
  | {
      readonly kind: 'anonymous';
      /** The session is valid, but not at the address of the request. */
      readonly isRefusedHere?: true;
    }
  | {
      readonly kind: 'user';
      readonly id: number;
      /** With an API token only if its scope is `admin`. */
      readonly isAdmin: boolean;
      /** Present when a program makes the request with an API token of the user. */
      readonly token?: TokenLimits;
      /** An administrator chose the password: until it is changed, only the calls that change it are available. */
      readonly mustChangePassword?: true;
      /** A second factor is required that the account has not: only the calls that set it up are available. */
      readonly mustSetUpFactor?: true;
      readonly groupIds?: readonly number[];
      /** The rooms that an administrator may not read beyond what they have access to as anybody else. */
      readonly excludedRoomIds?: readonly number[];
      /** The rooms that may not be read from the address of the request, by anybody. */
      readonly blockedRoomIds?: readonly number[];
    }
  | {
      readonly kind: 'visitor';
      readonly invitationId: number;
      readonly mayDownload: boolean;
      /** Present when a link lets them download PDFs with a watermark, and nothing else. */
      readonly mayDownloadWatermarked?: true;
      /** The link asks for terms that were not accepted in this session: nothing else is available until they are. */
      readonly mustAcceptTerms?: true;
      /** The groups that the actor belongs to and that have not ended, as in `user`. Absent without groups. */
      readonly groupIds?: readonly number[];
      /** The rooms that may not be read from the address of the request, as in `user`. */
      readonly blockedRoomIds?: readonly number[];
      /** Present for a manager who sees the room as one of its groups: nothing that they do counts as the group's. */
      readonly viewAs?: ViewAs;
    };

/** A manager's view of a room as one of its groups. */
export interface ViewAs {
  readonly openedById: number;
  readonly groupId: number;
  readonly roomId: number;
  /** The member whom the manager sees the room as, if not the group as such. */
  readonly memberId?: number;
  /** The account of that member, whose other rights in the room count too. */
  readonly userId?: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** The access of an actor to an object, inherited from the folders above it; the strongest counts. */
export type AccessLevel = 'owner' | 'collaborator' | 'visitor' | 'none';

/** Names what a group may do with a file: see its pages, download it with a watermark, or download the original. */
export type GroupLevel = 'view' | 'download' | 'original';

/** The access of a group member, beside the access level `visitor`. */
export interface GroupAccess {
  readonly level: GroupLevel;
  /** The member may upload files to the folder. */
  readonly mayAdd?: true | undefined;
  /** The member may change what is in the folder; of a file, the file. */
  readonly mayManage?: true | undefined;
  /** The member may rename, move and delete the folder. */
  readonly mayManageItself?: true | undefined;
}

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.isAdmin;

/** Tells whether an actor sees drafts where they work: users do, and visitors do not. */
export const seesOwnDrafts = (actor: Actor): boolean =>
  actor.kind !== 'visitor' || actor.viewAs?.userId !== undefined;

/** The rooms that do not exist at the address of the request; empty for nearly all. */
export const blockedRoomIdsOf = (actor: Actor): readonly number[] =>
  actor.kind === 'anonymous' ? [] : (actor.blockedRoomIds ?? []);

/** The rooms in which an administrator has only the rights that others have too; empty for nearly all. */
export const excludedRoomIdsOf = (actor: Actor): readonly number[] =>
  actor.kind === 'user' && actor.isAdmin
    ? [...(actor.excludedRoomIds ?? []), ...blockedRoomIdsOf(actor)]
    : [];

/** An administrator from whom no room is hidden. */
export const seesEverything = (actor: Actor): boolean =>
  isAdmin(actor) && excludedRoomIdsOf(actor).length === 0;

/** An administrator, for something in a room, or outside rooms, that administrators may read. */
export const isAdminOf = (actor: Actor, { roomId }: { readonly roomId?: number | undefined }): boolean =>
  isAdmin(actor) && (roomId === undefined || !excludedRoomIdsOf(actor).includes(roomId));

/** The groups from which an actor has access; empty for most, and for administrators, who see everything. */
export const groupIdsOf = (actor: Actor): readonly number[] =>
  actor.kind === 'anonymous' || isAdmin(actor) ? [] : (actor.groupIds ?? []);

/** The folders to which an API token is restricted, or `undefined`. */
export const tokenFolderIds = (actor: Actor): readonly number[] | undefined =>
  actor.kind === 'user' ? actor.token?.folderIds : undefined;

/** The groups of a room as which an actor asks for what is no folder of it; none with an API token for other folders. */
export const groupIdsIn = (actor: Actor, roomId: number): readonly number[] =>
  tokenFolderIds(actor)?.includes(roomId) === false ? [] : groupIdsOf(actor);

/** The id of the user whose files outside folders the actor may reach: none with a token for certain folders. */
export const rootOwnerId = (actor: Actor): number | undefined =>
  actor.kind === 'user' && tokenFolderIds(actor) === undefined ? actor.id : undefined;

export const isSelf = (actor: Actor, userId: number): boolean => actor.kind === 'user' && actor.id === userId;

/** The owner of something that administrators manage too, or an administrator. */
export const isOwnerOrAdmin = (actor: Actor, thing: { readonly ownerId: number }): boolean =>
  isAdmin(actor) || isSelf(actor, thing.ownerId);

/** A member may work in a folder: its owner and its collaborators. */
export const isMember = (thing: { readonly accessLevel: AccessLevel }): boolean =>
  thing.accessLevel === 'owner' || thing.accessLevel === 'collaborator';

/** A visitor whose invitation allows downloads, with a watermark or without. */
export const isVisitorWithDownloadPermission = (
  actor: Actor,
  thing: { readonly accessLevel: AccessLevel },
): boolean =>
  thing.accessLevel === 'visitor' &&
  actor.kind === 'visitor' &&
  (actor.mayDownload || actor.mayDownloadWatermarked === true);

/** A group member who may download, with a watermark or without. */
export const isGroupMemberWithDownloadPermission = ({
  groupAccess,
}: {
  readonly groupAccess?: GroupAccess | undefined;
}): boolean => groupAccess !== undefined && groupAccess.level !== 'view';

/** A member with an account whose group may change what is in a folder; members without one only add files. */
export const isManagedByGroupOf = (
  actor: Actor,
  { groupAccess }: { readonly groupAccess?: GroupAccess | undefined },
): boolean => actor.kind === 'user' && groupAccess?.mayManage === true;

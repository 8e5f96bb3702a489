/** The actor of a request. `nobody` has no session. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: number;
      readonly isAdmin: boolean;
      /** An administrator chose the password: until it is changed, only the calls that change it are available. */
      readonly mustChangePassword?: true;
      /** A second factor is required that the account has not: only the calls that set it up are available. */
      readonly mustSetUpFactor?: true;
    }
  | { readonly kind: 'visitor'; readonly invitationId: number; readonly mayDownload: boolean };

/** The access of an actor to an object, inherited from the folders above it; the strongest counts. */
export type AccessLevel = 'owner' | 'collaborator' | 'visitor' | 'none';

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.isAdmin;

export const isSelf = (actor: Actor, userId: number): boolean => actor.kind === 'user' && actor.id === userId;

/** A member may work in a folder: its owner and its collaborators. */
export const isMember = (thing: { readonly accessLevel: AccessLevel }): boolean =>
  thing.accessLevel === 'owner' || thing.accessLevel === 'collaborator';

/** A visitor whose invitation allows downloads. */
export const isVisitorWithDownloadPermission = (
  actor: Actor,
  thing: { readonly accessLevel: AccessLevel },
): boolean => thing.accessLevel === 'visitor' && actor.kind === 'visitor' && actor.mayDownload;

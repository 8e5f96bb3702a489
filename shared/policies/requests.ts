import { type AccessLevel, isAdmin, isMember } from './actor.ts';
import type { Policy } from './policy.ts';

export interface RequestResource {
  /** The access level to the root folder of the room. */
  readonly accessLevel: AccessLevel;
  /** The request is assigned to a group of the actor. */
  readonly isOfGroup: boolean;
}

export const requestPolicy = {
  view: (actor, request) => isAdmin(actor) || isMember(request) || request.isOfGroup,
  /** Set the state *accepted*: staff may, and the group that asked. */
  accept: (actor, request) => isAdmin(actor) || isMember(request) || request.isOfGroup,
  /** Change and delete it, attach files. */
  edit: (actor, request) => isAdmin(actor) || isMember(request),
} satisfies Policy<RequestResource>;

export type RequestAction = keyof typeof requestPolicy;

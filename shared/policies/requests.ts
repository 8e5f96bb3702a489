import { type AccessLevel, isAdminOf, isMember } from './actor.ts';
import type { Policy } from './policy.ts';

export interface RequestResource {
  /** The access level to the root folder of the room. */
  readonly accessLevel: AccessLevel;
  /** The request is assigned to a group of the actor. */
  readonly isOfGroup: boolean;
  readonly roomId?: number | undefined;
}

export const requestPolicy = {
  view: (actor, request) => isAdminOf(actor, request) || isMember(request) || request.isOfGroup,
  /** Set the state *accepted*: staff may, and the group that asked. */
  accept: (actor, request) => isAdminOf(actor, request) || isMember(request) || request.isOfGroup,
  /** Change and delete it, attach files. */
  edit: (actor, request) => isAdminOf(actor, request) || isMember(request),
} satisfies Policy<RequestResource>;

export type RequestAction = keyof typeof requestPolicy;

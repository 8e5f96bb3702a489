import { type Actor, isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface LinkResource {
  readonly ownerId: number;
}

/** The owner manages a link. `manageAccess` of a folder and `share` of a file decide who may create one. */
const isOwner = (actor: Actor, link: LinkResource) => isAdmin(actor) || isSelf(actor, link.ownerId);

export const linkPolicy = {
  view: isOwner,
  update: isOwner,
  revoke: isOwner,
} satisfies Policy<LinkResource>;

export type LinkAction = keyof typeof linkPolicy;

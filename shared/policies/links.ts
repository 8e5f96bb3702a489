import { isOwnerOrAdmin } from './actor.ts';
import type { Policy } from './policy.ts';

export interface LinkResource {
  readonly ownerId: number;
}

/** The owner manages a link. `manageAccess` of a folder and `share` of a file decide who may create one. */
export const linkPolicy = {
  view: isOwnerOrAdmin,
  update: isOwnerOrAdmin,
  revoke: isOwnerOrAdmin,
} satisfies Policy<LinkResource>;

export type LinkAction = keyof typeof linkPolicy;

import { type AccessLevel, type Actor, isAdmin, isMember, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface TrashedResource {
  readonly kind: 'folder' | 'file';
  /** As if it were still there: what the actor is to the place where it lay. */
  readonly accessLevel: AccessLevel;
  readonly ownerId: number;
}

/** Whoever could delete it may bring it back: a right that was withdrawn above is withdrawn in the trash as well. */
const mayManage = (actor: Actor, thing: TrashedResource): boolean =>
  isAdmin(actor) ||
  (thing.kind === 'folder' ? thing.accessLevel === 'owner' : isMember(thing) && isSelf(actor, thing.ownerId));

export const trashPolicy = {
  view: mayManage,
  restore: mayManage,
  purge: mayManage,
} satisfies Policy<TrashedResource>;

export type TrashAction = keyof typeof trashPolicy;

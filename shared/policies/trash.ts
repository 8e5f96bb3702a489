import { type AccessLevel, type Actor, isAdminOf, isMember, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface TrashedResource {
  readonly kind: 'folder' | 'file';
  /** The actor's access level to the folder from which it was deleted. */
  readonly accessLevel: AccessLevel;
  readonly ownerId: number;
  /** The actor is a manager of the room that it was deleted from. */
  readonly managesRoom?: boolean | undefined;
  /** The room that it was deleted from. */
  readonly roomId?: number | undefined;
}

/** Actors who may delete an object may restore it: a right that was revoked above is revoked in the trash as well. */
const mayManage = (actor: Actor, thing: TrashedResource): boolean =>
  isAdminOf(actor, thing) ||
  (actor.kind === 'user' && thing.managesRoom === true) ||
  (thing.kind === 'folder' ? thing.accessLevel === 'owner' : isMember(thing) && isSelf(actor, thing.ownerId));

export const trashPolicy = {
  view: mayManage,
  restore: mayManage,
  purge: mayManage,
} satisfies Policy<TrashedResource>;

export type TrashAction = keyof typeof trashPolicy;

import { type Actor, isAdmin, isMember, isSelf, type Standing } from './actor.ts';
import type { Policy } from './policy.ts';

export interface TrashedResource {
  readonly kind: 'folder' | 'file';
  /** As if it were still there: what the actor is to the place where it lay. */
  readonly standing: Standing;
  readonly ownerId: number;
}

/** Whoever could delete it may bring it back: a right that was withdrawn above is withdrawn in the trash as well. */
const mayTreat = (actor: Actor, thing: TrashedResource): boolean =>
  isAdmin(actor) ||
  (thing.kind === 'folder' ? thing.standing === 'owner' : isMember(thing) && isSelf(actor, thing.ownerId));

export const trashPolicy = {
  view: mayTreat,
  restore: mayTreat,
  purge: mayTreat,
} satisfies Policy<TrashedResource>;

export type TrashAction = keyof typeof trashPolicy;

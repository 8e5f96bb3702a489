import { isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface UserResource {
  readonly id: number;
}

/**
 * What administrators may do to an account. As nobody demotes or deletes themselves, whoever does it to another stays:
 * there is always one left.
 */
export const userPolicy = {
  update: isAdmin,
  /** One's own is changed in the settings, where the current one is asked for. */
  setPassword: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
  demote: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
  delete: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
} satisfies Policy<UserResource>;

export type UserAction = keyof typeof userPolicy;

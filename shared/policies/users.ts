import { isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface UserResource {
  readonly id: number;
}

/**
 * Actions of administrators on accounts. Nobody demotes or deletes themselves, so at least one administrator
 * always remains.
 */
export const userPolicy = {
  update: isAdmin,
  /** Users change their own password in the settings, which ask for the current one. */
  setPassword: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
  /** Users change their own address in the settings, which ask for the password where the server sends mail. */
  setAddress: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
  demote: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
  removeFactors: isAdmin,
  liftSignInLimits: isAdmin,
  delete: (actor, user) => isAdmin(actor) && !isSelf(actor, user.id),
} satisfies Policy<UserResource>;

export type UserAction = keyof typeof userPolicy;

import { AppError } from '#server/app/errors.ts';
import type { Actor } from '#shared/policies/actor.ts';
import type { Policy } from '#shared/policies/policy.ts';
import { type SystemAction, systemPolicy } from '#shared/policies/system.ts';

interface Refusals {
  readonly notFound: string;
  readonly forbidden: string;
}

/**
 * Turns a policy's answers into a refusal: 404 for what an actor may not see, 403 for what they see but may not do.
 */
export function authorize(mayView: boolean, mayAct: boolean, refusals: Refusals): void {
  if (!mayView) throw new AppError('not-found', refusals.notFound);
  if (!mayAct) throw new AppError('forbidden', refusals.forbidden);
}

/** Authorizes actions on the whole installation. */
export function authorizeSystemAction(actor: Actor, action: SystemAction): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'Sign in first');
  const may: Policy<undefined>[string] = systemPolicy[action];
  if (!may(actor, undefined)) throw new AppError('forbidden', "You don't have permission to do this");
}

/**
 * Runs the work that loads what an object is in, such as its room. If the actor may not see that, the object does not exist for
 * them either, and the refusal names the object.
 */
export async function hidingNotFound<T>(notFound: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof AppError && error.code === 'not-found'
      ? new AppError('not-found', notFound)
      : error;
  }
}

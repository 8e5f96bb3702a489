import type { Database } from '#server/database/open-database.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** The transactions by the actors that were read at their beginning. */
const transactions = new WeakMap<Actor, Database>();

export function rememberReadActor(transaction: Database, actor: Actor): void {
  transactions.set(actor, transaction);
}

/** Tells whether the actor was read in this transaction, once it began or had its lock: nothing is gained by reading it again. */
export const wasReadIn = (transaction: Database, actor: Actor): boolean =>
  transactions.get(actor) === transaction;

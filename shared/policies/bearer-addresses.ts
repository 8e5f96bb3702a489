import type { Actor } from './actor.ts';
import { includesScope } from './token-scopes.ts';

/**
 * Tells whether an actor may read addresses that admit everybody who has them: with a session always, and with an API token only
 * if it may change things and is not limited to folders. Such an address outlasts the token and opens more than it.
 */
export const mayReadBearerAddresses = (actor: Actor): boolean =>
  actor.kind !== 'user' ||
  actor.token === undefined ||
  (actor.token.folderIds === undefined && includesScope(actor.token.scope, 'write'));

/**
 * Tells whether an actor may read the addresses of their webhooks, which often contain the secret of the receiver. No token can set
 * one up, so that none needs them.
 */
export const mayReadWebhookAddresses = (actor: Actor): boolean =>
  actor.kind === 'user' && actor.token === undefined;

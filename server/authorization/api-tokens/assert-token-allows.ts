import { AppError } from '#server/app/errors.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { includesScope, type TokenScope } from '#shared/policies/token-scopes.ts';

export const TOKEN_FORBIDDEN = 'This token does not allow this action.';

/** Calls about the sign-in of the user and of programs, whatever the method. */
const SIGN_IN_CALLS =
  /^\/api\/(?:user\/(?:tokens|factors|passkeys|sessions|reauthenticate)|oidc|rooms\/:id\/service-accounts|service-accounts)(?:\/|$)/;
/** Calls about the sign-in of others: only reading is possible with a token. */
const ADMINISTERED_SIGN_IN = /^\/api\/admin\/(?:users\/:id\/|sessions|sign-in|address-rules)/;
/**
 * Calls for tokens of certain folders: each of these reaches folders and files through the access rule alone.
 * Other calls could reveal something of other folders.
 */
const FOLDER_CALLS =
  /^\/(?:mcp$|api\/(?:user$|(?:folders|folder-tree|files|search|rooms|groups|system-settings\/public)(?:\/|$)))/;

/**
 * Returns the scope that a token needs for a call: `read` for a GET that changes nothing, `admin` for calls of
 * administrators, otherwise `write`; `never` for calls that sign in or change how somebody signs in.
 */
export function neededTokenScope({
  method,
  path,
  caller,
  hasSideEffects,
  tokenScope,
}: Endpoint): TokenScope | 'never' {
  if (tokenScope) return tokenScope;
  const changes = (method !== 'GET' && method !== 'HEAD') || hasSideEffects === true;
  if (SIGN_IN_CALLS.test(path)) return 'never';
  if (changes && (caller === 'anyone' || path.startsWith('/api/user/') || ADMINISTERED_SIGN_IN.test(path)))
    return 'never';
  if (caller === 'administrator' || path.startsWith('/api/admin/')) return 'admin';
  return changes ? 'write' : 'read';
}

/** Refuses what the API token of the actor does not allow; does nothing for actors with a session. */
export function assertTokenAllows(actor: Actor, endpoint: Endpoint): void {
  if (actor.kind !== 'user' || !actor.token) return;
  const { scope, folderIds } = actor.token;
  // The owner of a token with the scope `admin` is no administrator any more.
  const hasLostScope = scope === 'admin' && !actor.isAdmin;
  const needed = neededTokenScope(endpoint);
  const isOutside = folderIds !== undefined && !FOLDER_CALLS.test(endpoint.path);
  if (hasLostScope || needed === 'never' || !includesScope(scope, needed) || isOutside) refuseToken(actor);
}

/** Refuses an action to every token, whatever its scope. */
export function refuseToken(actor: Actor): void {
  if (actor.kind === 'user' && actor.token) throw new AppError('forbidden', TOKEN_FORBIDDEN);
}

/**
 * Refuses what an account does with the rights of an administrator to a token without these rights: an invitation to all folders
 * opens what the account may share, no matter who asked for it.
 */
export function refuseTokenBelowAccount(actor: Actor, account: { readonly is_admin: number }): void {
  if (account.is_admin === 1 && !isAdmin(actor)) refuseToken(actor);
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { createTokenText, hashTokenText } from '#server/authorization/api-tokens/token-text.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { transactionAsUser, withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createToken as createContract,
  updateToken as updateContract,
} from '#shared/contracts/programs/api-tokens.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { findToken, insertToken, listTokens, setToken, type TokenRow } from './queries.ts';

/** Far more than a person has programs. */
const MAX_TOKENS = 100;

type Limits = BodyOf<typeof updateContract>;

/** Creates a token of the requester and returns it with its text, which is not stored. */
export function createToken(
  ctx: Context,
  { scope, name, ...limits }: BodyOf<typeof createContract>,
): Promise<{ row: TokenRow; text: string }> {
  // The lock keeps simultaneous requests within the limit, and the account from being deleted meanwhile.
  return withLockAsUser(ctx, 'users', async (ctx) => {
    await assertReauthenticated(ctx);
    if (scope === 'admin') assertAdminScope(ctx, limits.folderIds);
    if ((await listTokens(ctx.db, ctx.actor.id)).length >= MAX_TOKENS)
      throw new AppError('conflict', `You have ${MAX_TOKENS} tokens. Revoke one that you no longer use.`);
    const text = createTokenText();
    const row = await insertToken(ctx.db, {
      token_hash: hashTokenText(text),
      user_id: ctx.actor.id,
      name,
      scope,
      created_at: ctx.now(),
      ...(await prepareLimits(ctx, limits)),
    });
    await auditToken(ctx, 'token.create', row);
    return { row, text };
  });
}

/** The rights of an administrator are not limited to folders, so such a token would be wider than it says. */
function assertAdminScope({ actor }: Context, folderIds: Limits['folderIds']): void {
  if (actor.kind !== 'user' || !actor.isAdmin)
    throw new AppError('forbidden', 'Only administrators can create a token with the scope admin.');
  if (folderIds) throw invalid('folderIds', 'A token with the scope admin cannot be limited to folders.');
}

const invalid = (field: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } });

/** Checks the limits and converts them to columns; what is not given stays out. */
async function prepareLimits(ctx: Context, { folderIds, addressRanges, agentName, expiresAt }: Limits) {
  if (folderIds && (await loadVisibleFolders(ctx, folderIds)).length < folderIds.length)
    throw new AppError('not-found', 'At least one of these folders could not be found.');
  if (expiresAt && Date.parse(expiresAt) <= ctx.now())
    throw invalid('expiresAt', 'Choose an end in the future.');
  return {
    ...(folderIds !== undefined && { folder_ids: folderIds && JSON.stringify(folderIds) }),
    ...(addressRanges !== undefined && { address_ranges: addressRanges && JSON.stringify(addressRanges) }),
    ...(agentName !== undefined && { agent_name: agentName }),
    ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : Date.parse(expiresAt) }),
  };
}

const TOKEN_NOT_FOUND = 'This token was revoked already.';

/** Changes the name, the end or the limits of a token of the requester. Those of others are not found. */
export function updateToken(ctx: Context, id: number, { name, ...limits }: Limits): Promise<TokenRow> {
  return transactionAsUser(ctx, async (ctx) => {
    const row = await findToken(ctx.db, ctx.actor.id, id);
    if (!row) throw new AppError('not-found', TOKEN_NOT_FOUND);
    await assertReauthenticated(ctx);
    if (row.scope === 'admin' && limits.folderIds) assertAdminScope(ctx, limits.folderIds);
    const change = { name: name ?? row.name, ...(await prepareLimits(ctx, limits)) };
    const changed = await setToken(ctx.db, id, change);
    if (!changed) throw new AppError('not-found', TOKEN_NOT_FOUND);
    await auditToken(ctx, 'token.update', changed);
    return changed;
  });
}

/** Revokes a token of the requester; its next request is refused. */
export function revokeToken(ctx: Context, id: number): Promise<void> {
  return transactionAsUser(ctx, async (ctx) => {
    const row = await findToken(ctx.db, ctx.actor.id, id);
    if (!row || !(await setToken(ctx.db, id, { revoked_at: ctx.now() })))
      throw new AppError('not-found', TOKEN_NOT_FOUND);
    await audit(ctx, { action: 'token.revoke', object: { kind: 'token', id, name: row.name } });
  });
}

const auditToken = (ctx: Context, action: 'token.create' | 'token.update', row: TokenRow): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'token', id: row.id, name: row.name },
    details: {
      scope: row.scope,
      folderIds: row.folder_ids && JSON.parse(row.folder_ids),
      addressRanges: row.address_ranges && JSON.parse(row.address_ranges),
      expiresAt: isoInstantOrNull(row.expires_at),
    },
  });

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { createTokenText, hashTokenText } from '#server/authorization/api-tokens/token-text.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { renewServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { foldersOfToken } from './present-account.ts';
import { type AccountRow, insertToken, listLastTokens, revokeTokens, type TokenRow } from './queries.ts';

export type TokenLimits = BodyOf<typeof renewServiceAccount>;

/**
 * Gives a service account a token in place of the one before, whose limits stay where none are given; returns its text, which is
 * not stored. It is always for folders of the room, so that it opens nothing else whatever the account may be given.
 */
export async function issueToken(ctx: Context, account: AccountRow, limits: TokenLimits): Promise<string> {
  const before = (await listLastTokens(ctx.db, [account.id])).get(account.id);
  const scope = limits.scope ?? before?.scope;
  if (scope === undefined) throw invalid('scope', 'Choose what the program may do');
  if (!before && limits.folderIds === undefined)
    throw invalid('folderIds', 'Choose the folders, or null for all');
  const text = createTokenText();
  const folderIds =
    limits.folderIds === undefined
      ? foldersOfToken(before?.folder_ids)
      : await checkFolders(ctx, account.roomId, limits.folderIds);
  const ranges =
    limits.addressRanges === undefined
      ? (before?.address_ranges ?? null)
      : limits.addressRanges && JSON.stringify(limits.addressRanges);
  await revokeTokens(ctx.db, account.id, ctx.now());
  await insertToken(ctx.db, {
    token_hash: hashTokenText(text),
    user_id: account.id,
    issued_by_id: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    name: account.name,
    scope,
    folder_ids: JSON.stringify(folderIds.length === 0 ? [account.roomId] : folderIds),
    address_ranges: ranges,
    created_at: ctx.now(),
    expires_at: endOf(ctx, limits.expiresAt, before),
  });
  return text;
}

const invalid = (field: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } });

/** Returns the end that is given; otherwise that of the token before, or its duration again if it has passed. */
function endOf(ctx: Context, expiresAt: TokenLimits['expiresAt'], before?: TokenRow): number | null {
  if (expiresAt === null) return null;
  if (expiresAt === undefined) {
    const { expires_at: last, created_at: begun } = before ?? { expires_at: null, created_at: 0 };
    return last === null || last > ctx.now() ? last : ctx.now() + (last - begun);
  }
  const end = Date.parse(expiresAt);
  if (end <= ctx.now()) throw invalid('expiresAt', 'Choose an end in the future.');
  return end;
}

/** Refuses folders that are not in the room; those of others are not told apart from none. */
async function checkFolders(ctx: Context, roomId: number, ids: TokenLimits['folderIds']): Promise<number[]> {
  if (!ids) return [roomId];
  const visible = await loadVisibleFolders(ctx, ids);
  // One query per folder; the contract limits their number.
  for (const id of ids)
    if (!visible.some((folder) => folder.id === id) || (await findRoomIdOf(ctx, id)) !== roomId)
      throw new AppError('not-found', 'At least one of these folders could not be found in the room.');
  return [...ids];
}

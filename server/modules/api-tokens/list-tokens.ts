import type { Context } from '#server/app/context.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { ApiToken } from '#shared/contracts/programs/api-tokens.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { listTokens as queryTokens, type TokenRow } from './queries.ts';

/** Lists the requester's tokens, expired ones included. */
export async function listTokens(ctx: Context): Promise<ApiToken[]> {
  const { actor } = await reloadUser(ctx);
  return presentTokens(ctx, await queryTokens(ctx.db, actor.id));
}

const folderIdsOf = ({ folder_ids }: TokenRow): number[] | null => folder_ids && JSON.parse(folder_ids);

/** Lists every field that leaves, with the names of the folders that the owner still sees. */
async function presentTokens(ctx: Context, rows: readonly TokenRow[]): Promise<ApiToken[]> {
  const ids = new Set(rows.flatMap((row) => folderIdsOf(row) ?? []));
  const folders = new Map((await loadVisibleFolders(ctx, [...ids])).map((folder) => [folder.id, folder]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    folders:
      folderIdsOf(row)?.flatMap((id) => {
        const folder = folders.get(id);
        return folder ? [{ id, name: folder.name }] : [];
      }) ?? null,
    addressRanges: row.address_ranges && JSON.parse(row.address_ranges),
    agentName: row.agent_name,
    createdAt: isoInstant(row.created_at),
    expiresAt: isoInstantOrNull(row.expires_at),
    lastUsedAt: isoInstantOrNull(row.last_used_at),
  }));
}

export async function presentToken(ctx: Context, row: TokenRow): Promise<ApiToken> {
  const [token] = await presentTokens(ctx, [row]);
  if (!token) throw new Error('A presented token is missing');
  return token;
}

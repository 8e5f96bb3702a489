import type { Context } from '#server/app/context.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { ApiToken } from '#shared/contracts/programs/api-tokens.ts';
import { listTokens as queryTokens, type TokenRow } from './queries.ts';

/** Lists the requester's tokens, expired ones included. */
export async function listTokens(ctx: Context): Promise<ApiToken[]> {
  const { actor } = await reloadUser(ctx);
  return presentTokens(ctx, await queryTokens(ctx.db, actor.id));
}

const toInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
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
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: toInstant(row.expires_at),
    lastUsedAt: toInstant(row.last_used_at),
  }));
}

export async function presentToken(ctx: Context, row: TokenRow): Promise<ApiToken> {
  const [token] = await presentTokens(ctx, [row]);
  if (!token) throw new Error('A presented token is missing');
  return token;
}

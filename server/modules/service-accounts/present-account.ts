import type { Context } from '#server/app/context.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { ServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type AccountRow, listLastTokens } from './queries.ts';

/** Lists every field that leaves. A token for the room alone is limited to no folder of it. */
export async function presentAccounts(ctx: Context, rows: readonly AccountRow[]): Promise<ServiceAccount[]> {
  const tokens = await listLastTokens(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const foldersOf = ({ id, roomId }: AccountRow): number[] =>
    foldersOfToken(tokens.get(id)?.folder_ids).filter((folderId) => folderId !== roomId);
  const visible = await loadVisibleFolders(ctx, [...new Set(rows.flatMap(foldersOf))]);
  const names = new Map(visible.map((folder) => [folder.id, folder.name]));
  return rows.map((row) => {
    const token = tokens.get(row.id);
    const limits = foldersOf(row);
    return {
      id: row.id,
      name: row.name,
      username: row.username,
      scope: token === undefined || token.scope === 'admin' ? null : token.scope,
      folders:
        limits.length === 0
          ? null
          : limits.flatMap((id) => {
              const name = names.get(id);
              return name === undefined ? [] : [{ id, name }];
            }),
      addressRanges: token?.address_ranges ? JSON.parse(token.address_ranges) : null,
      createdAt: isoInstant(row.created_at),
      expiresAt: isoInstantOrNull(token?.expires_at),
      lastUsedAt: isoInstantOrNull(token?.last_used_at),
      hasToken: token !== undefined && token.revoked_at === null && token.is_issuer_entitled === 1,
    };
  });
}

export const foldersOfToken = (json: string | null | undefined): number[] => (json ? JSON.parse(json) : []);

export async function presentAccount(ctx: Context, row: AccountRow): Promise<ServiceAccount> {
  const [account] = await presentAccounts(ctx, [row]);
  if (!account) throw new Error('A presented account is missing');
  return account;
}

import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { ancestors } from '../folder-ancestors.ts';
import { isExcludedAddress } from './room-domains.ts';

/** More would not fit into a message. */
const MAX_NAMED_DOMAINS = 5;

const REFUSALS = {
  visitors: 'This room allows no visitors. Use a group instead.',
  collaborators: 'This room allows no collaborators of single folders. Appoint editors of the room instead.',
} as const;

/**
 * Refuses to share folders with readers whom the rules of their room exclude, or with this address, which is empty if there is
 * none; the access rule would hide the folders from them anyway. Collaborators of a root folder are editors of its room, which is
 * always allowed.
 */
export async function assertRoomAllows(
  ctx: Pick<Context, 'db'>,
  readers: keyof typeof REFUSALS,
  folderIds: readonly number[],
  address?: string,
): Promise<void> {
  const shared = readers === 'visitors' ? folderIds : await listInnerFolders(ctx, folderIds);
  if (shared.length === 0) return;
  const allows = readers === 'visitors' ? 'rooms.allows_visitors' : 'rooms.allows_collaborators';
  const { rows } = await sql`with recursive ${ancestors(sql.join(shared))}
    select 1 from ancestors join rooms on rooms.folder_id = ancestors.id
      where ancestors.parent_id is null and ${sql.ref(allows)} = 0 limit 1`.execute(ctx.db);
  if (rows.length > 0) throw new AppError('conflict', REFUSALS[readers]);
  if (address !== undefined) await assertAdmitted(ctx, shared, address);
}

async function assertAdmitted(
  { db }: Pick<Context, 'db'>,
  folderIds: readonly number[],
  address: string,
): Promise<void> {
  const { rows } = await sql<{ domain: string }>`with recursive ${ancestors(sql.join(folderIds))}
    select distinct domain from room_domains join ancestors on ancestors.id = room_domains.room_id
      where ancestors.parent_id is null and ${isExcludedAddress(sql`cast(${address} as text)`, sql`room_domains.room_id`)}
      order by domain limit ${MAX_NAMED_DOMAINS}`.execute(db);
  if (rows.length === 0) return;
  const domains = rows.map(({ domain }) => domain).join(', ');
  throw new AppError('conflict', `This room is limited to confirmed addresses at ${domains}.`);
}

async function listInnerFolders(
  { db }: Pick<Context, 'db'>,
  folderIds: readonly number[],
): Promise<readonly number[]> {
  if (folderIds.length === 0) return [];
  const rows = await db
    .selectFrom('folders')
    .select('id')
    .where('id', 'in', folderIds)
    .where('parent_id', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import type { ServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { presentAccounts } from './present-account.ts';
import { listAccounts as queryAccounts } from './queries.ts';

/** Lists the service accounts of a room for its managers, also of a closed room. */
export async function listAccounts(ctx: Context, roomId: number): Promise<ServiceAccount[]> {
  await loadRoom(ctx, roomId, 'revokeAccess');
  return presentAccounts(ctx, await queryAccounts(ctx.db, roomId));
}

import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadGroup, loadRoom } from '#server/authorization/groups/load-room.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import { mayReadBearerAddresses } from '#shared/policies/bearer-addresses.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { findGroupRules } from './group-rules.ts';
import { listMembers } from './member-queries.ts';
import { presentMember, type RuledGroup } from './presenter.ts';
import { findGroup, listGroups } from './queries.ts';

/** Lists the groups of a room for its staff. */
export async function listRoomGroups(ctx: Context, roomId: number): Promise<RuledGroup[]> {
  await loadRoom(ctx, roomId, 'view');
  const groups = await listGroups(ctx.db, roomId);
  const rulesOf = await findGroupRules(
    ctx,
    groups.map(({ id }) => id),
  );
  return groups.map((group) => ({ ...group, rules: rulesOf(group.id) }));
}

/** Returns a group to the staff of its room. */
export async function readGroup(ctx: Context, id: number): Promise<RuledGroup> {
  await loadGroup(ctx, id, 'view');
  return findRuledGroup(ctx, id);
}

export async function findRuledGroup({ db }: Context, id: number): Promise<RuledGroup> {
  const rulesOf = await findGroupRules({ db }, [id]);
  return { ...(await findGroup(db, id)), rules: rulesOf(id) };
}

/** Lists the members of a group, one more than `limit`; their links only for managers. */
export async function listGroupMembers(ctx: Context, id: number, page: PageRequest): Promise<GroupMember[]> {
  const { room } = await loadGroup(ctx, id, 'view');
  const access = (await findFolderAccess(ctx.db, ctx, [room.id]))(room.id);
  const withLink = roomPolicy.manage(ctx.actor, access) && mayReadBearerAddresses(ctx.actor);
  return (await listMembers(ctx, id, page)).map((member) => presentMember(ctx, member, { withLink }));
}

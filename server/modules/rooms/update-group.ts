import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { releaseFactorSetups } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { setVisitorExpiry } from '#server/modules/invitations/group-invitations.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateGroup as contract } from '#shared/contracts/rooms/rooms.ts';
import { parseEnd, requireFreeName, storedDemands } from './create-group.ts';
import { type CountedGroup, findGroup, invitationIdsOf, setGroup } from './queries.ts';

/** Renames a group, or changes its end, with which the links of its visitors end, or what it demands of its members. */
export function updateGroup(
  ctx: Context,
  id: number,
  { name, endsAt, ...demands }: BodyOf<typeof contract>,
): Promise<CountedGroup> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { group, room } = await loadGroup(ctx, id, 'manage');
    if (name !== undefined) {
      const nameKey = await requireFreeName(ctx, { roomId: room.id, name, exceptId: id });
      await setGroup(ctx.db, id, { name, name_key: nameKey });
    }
    if (endsAt !== undefined) {
      const ends = parseEnd(endsAt, ctx.now());
      await setGroup(ctx.db, id, { ends_at: ends });
      await setVisitorExpiry(ctx, await invitationIdsOf(ctx.db, id, { exceptOfLinks: true }), ends);
    }
    if (Object.keys(demands).length > 0) {
      await setGroup(ctx.db, id, storedDemands(demands));
      await releaseFactorSetups(ctx.db);
    }
    await audit(ctx, {
      action: 'group.update',
      object: { kind: 'group', id, name: name ?? group.name },
      details: { roomId: room.id, ...(name !== undefined && { before: group.name }), endsAt, ...demands },
    });
    return findGroup(ctx.db, id);
  });
}

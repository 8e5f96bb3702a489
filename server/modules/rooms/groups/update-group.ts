import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { releaseFactorSetups } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { setVisitorExpiry } from '#server/modules/invitations/group-invitations.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateGroup as contract } from '#shared/contracts/rooms/groups/groups.ts';
import { parseEnd, requireFreeName } from './create-group.ts';
import { saveGroupRules } from './group-rules.ts';
import { findRuledGroup } from './list-groups.ts';
import type { RuledGroup } from './presenter.ts';
import { invitationIdsOf, setGroup } from './queries.ts';

/** Renames a group, or changes its end or its rules, which count from the next request; the links of its visitors end with it. */
export function updateGroup(
  ctx: Context,
  id: number,
  { name, endsAt, requiresSecondFactor, ...rules }: BodyOf<typeof contract>,
): Promise<RuledGroup> {
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
    if (requiresSecondFactor !== undefined) {
      await setGroup(ctx.db, id, { requires_second_factor: requiresSecondFactor ? 1 : 0 });
      await releaseFactorSetups(ctx.db);
    }
    const saved = await saveGroupRules(ctx, id, rules);
    await audit(ctx, {
      action: 'group.update',
      object: { kind: 'group', id, name: name ?? group.name },
      details: {
        roomId: room.id,
        ...(name !== undefined && { before: group.name }),
        endsAt,
        requiresSecondFactor,
        ...saved,
      },
    });
    return findRuledGroup(ctx, id);
  });
}

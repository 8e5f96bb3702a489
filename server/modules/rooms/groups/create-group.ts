import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createGroup as contract } from '#shared/contracts/rooms/groups/groups.ts';
import { MAX_GROUPS_PER_ROOM, NO_EXPIRY } from '#shared/domain/limits.ts';
import { saveGroupRules } from './group-rules.ts';
import { findRuledGroup } from './list-groups.ts';
import type { RuledGroup } from './presenter.ts';
import { hasGroupNamed, insertGroup, listGroups } from './queries.ts';

/** Creates a group, which sees nothing until permissions are set. */
export function createGroup(
  ctx: Context,
  roomId: number,
  { name, endsAt, requiresSecondFactor, ...rules }: BodyOf<typeof contract>,
): Promise<RuledGroup> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const nameKey = await requireFreeName(ctx, { roomId, name, exceptId: 0 });
    if ((await listGroups(ctx.db, roomId)).length >= MAX_GROUPS_PER_ROOM)
      throw new AppError('conflict', `A room can have at most ${MAX_GROUPS_PER_ROOM} groups.`);
    const id = await insertGroup(ctx.db, {
      room_id: roomId,
      name,
      name_key: nameKey,
      ends_at: parseEnd(endsAt, ctx.now()),
      requires_second_factor: requiresSecondFactor ? 1 : 0,
      created_at: ctx.now(),
    });
    const saved = await saveGroupRules(ctx, id, rules);
    await audit(ctx, {
      action: 'group.create',
      object: { kind: 'group', id, name },
      details: { roomId, roomName: room.name, endsAt, requiresSecondFactor, ...saved },
    });
    return findRuledGroup(ctx, id);
  });
}

/** Returns the key of a group's name; refuses a name that another group of the room has. */
export async function requireFreeName(
  ctx: Context,
  { roomId, name, exceptId }: { roomId: number; name: string; exceptId: number },
): Promise<string> {
  const nameKey = accountKey(name);
  if (!(await hasGroupNamed(ctx.db, { roomId, nameKey, exceptId }))) return nameKey;
  const message = `Another group of this room is named ${name}.`;
  throw new AppError('conflict', message, { fields: { name: message } });
}

/** Parses the end of a group, which must be in the future. */
export function parseEnd(endsAt: string | null, now: number): number | null {
  if (endsAt === null) return null;
  const at = Date.parse(endsAt);
  if (at > now && at < NO_EXPIRY) return at;
  const message = 'The end of the group must be in the future.';
  throw new AppError('invalid', message, { fields: { endsAt: message } });
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { isAddressAllowed } from '#server/authorization/addresses/assert-address-allowed.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { AddressRules, setAddressRules } from '#shared/contracts/sign-in/address-rules.ts';
import { countRooms, listAddressRules, replaceAddressRules } from './address-rule-queries.ts';

/** Shows administrators the rules, also those of rooms that they may not read from where they are. */
export async function loadAddressRules(ctx: Context): Promise<AddressRules> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const rules = await listAddressRules(ctx.db);
  const rangesOf = (wanted: string): string[] =>
    rules.flatMap(({ scope, ranges }) => (scope === wanted ? JSON.parse(ranges) : []));
  return {
    administrators: rangesOf('administrators'),
    staff: rangesOf('staff'),
    rooms: rules.flatMap(({ scope_id: roomId, name, ranges }) =>
      roomId === null || name === null ? [] : [{ roomId, name, ranges: JSON.parse(ranges) }],
    ),
    address: ctx.address,
  };
}

/** Replaces the rules. Nobody locks themselves out; who is locked out by others is at their next request. */
export function changeAddressRules(
  ctx: Context,
  { administrators, staff, rooms }: BodyOf<typeof setAddressRules>,
): Promise<AddressRules> {
  return withLockAsUser(ctx, 'users', async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageSettings');
    await assertReauthenticated(ctx);
    const roomIds = rooms.map(({ roomId }) => roomId);
    if ((await countRooms(ctx.db, roomIds)) < roomIds.length)
      throw new AppError('not-found', 'The room could not be found.');
    await replaceAddressRules(ctx.db, ctx.now(), [
      { scope: 'administrators', scope_id: null, ranges: administrators },
      { scope: 'staff', scope_id: null, ranges: staff },
      ...rooms.map(({ roomId, ranges }) => ({ scope: 'room' as const, scope_id: roomId, ranges })),
    ]);
    if (!(await isAddressAllowed(ctx, ctx.actor.id, ctx.address)))
      throw new AppError('conflict', `These rules would lock you out: add your own address, ${ctx.address}.`);
    await audit(ctx, {
      action: 'settings.update',
      details: { addressRules: { administrators, staff, rooms } },
    });
    return loadAddressRules(ctx);
  });
}

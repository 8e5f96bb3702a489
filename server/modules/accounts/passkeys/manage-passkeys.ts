import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertRecentlyAuthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import type { Passkey } from '#shared/contracts/sign-in/passkeys.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import type { UserRow } from '../queries.ts';
import { finishFactorRemoval } from '../second-factor/remove-factor.ts';
import { findPasskey, listPasskeys, type PasskeyRow, removePasskey, setPasskeyName } from './queries.ts';

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: isoInstant(row.created_at),
  lastUsedAt: isoInstantOrNull(row.last_used_at),
  isDisabled: row.disabled_at !== null,
});

export async function listOwnPasskeys(ctx: Context): Promise<Passkey[]> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { id } = await loadCurrentUser(ctx);
  return (await listPasskeys(ctx.db, id)).map(presentPasskey);
}

/** Finds a passkey of the requester. Those of others are not found. */
async function loadOwnPasskey(ctx: Context, id: number): Promise<{ user: UserRow; passkey: PasskeyRow }> {
  const user = await loadCurrentUser(ctx);
  const passkey = await findPasskey(ctx.db, user.id, id);
  if (!passkey) throw new AppError('not-found', 'This passkey was not found.');
  return { user, passkey };
}

export function renameOwnPasskey(ctx: Context, id: number, name: string): Promise<Passkey> {
  return withLock(ctx, 'users', async (ctx) => {
    const { user, passkey } = await loadOwnPasskey(ctx, id);
    await setPasskeyName(ctx.db, id, name);
    await audit(ctx, {
      action: 'user.rename-passkey',
      object: { kind: 'user', id: user.id, name: user.username },
      details: { from: passkey.name, to: name },
    });
    return presentPasskey({ ...passkey, name });
  });
}

/** Removes a passkey. If it was the last factor and one is required, the next sign-in sets one up again. */
export function removeOwnPasskey(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'users', async (ctx) => {
    const { user, passkey } = await loadOwnPasskey(ctx, id);
    await assertRecentlyAuthenticated(ctx);
    await removePasskey(ctx.db, id);
    await audit(ctx, {
      action: 'user.remove-passkey',
      object: { kind: 'user', id: user.id, name: user.username },
      details: { passkey: passkey.name },
    });
    await finishFactorRemoval(ctx, user, `the passkey “${passkey.name}”`);
  });
}

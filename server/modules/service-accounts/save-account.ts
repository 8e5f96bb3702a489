import { randomBytes } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { type UserContext, withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { removeAccount } from '#server/modules/users/remove-account.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { buildServiceAccountAddress } from '#shared/domain/rooms/service-account-address.ts';
import { issueToken, type TokenLimits } from './issue-token.ts';
import { loadAccount } from './load-account.ts';
import * as queries from './queries.ts';

/** Far more than a room has programs. */
const MAX_ACCOUNTS = 20;
const RANDOM_BYTES = 6;
/** Stands in place of a password hash: no password has it. */
const NO_PASSWORD = 'service:';

interface IssuedAccount {
  readonly account: queries.AccountRow;
  readonly token: string;
}

/** Runs a change of the accounts of a room; nobody is deleted and no folder moves meanwhile. */
const withAccounts = <Result>(ctx: Context, change: (ctx: UserContext) => Promise<Result>): Promise<Result> =>
  withLock(ctx, 'users', (ctx) =>
    withLockAsUser(ctx, 'folder-tree', async (ctx) => {
      await assertReauthenticated(ctx);
      return change(ctx);
    }),
  );

/** Creates an account without password that edits one room, with its token. */
export function createAccount(
  ctx: Context,
  roomId: number,
  { name, ...limits }: BodyOf<typeof createServiceAccount>,
): Promise<IssuedAccount> {
  return withAccounts(ctx, async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    if ((await queries.listAccounts(ctx.db, roomId)).length >= MAX_ACCOUNTS)
      throw new AppError(
        'conflict',
        `A room has at most ${MAX_ACCOUNTS} service accounts. Delete one that no program uses.`,
      );
    const username = `service-${randomBytes(RANDOM_BYTES).toString('hex')}`;
    // A reserved domain, to which no mail goes and which no provider vouches for.
    const email = buildServiceAccountAddress(username);
    const id = await queries.insertAccount(ctx.db, {
      username,
      username_key: username,
      email,
      email_key: email,
      password_hash: NO_PASSWORD,
      is_admin: 0,
      email_verified_at: null,
      created_at: ctx.now(),
      deleted_at: null,
      first_name: name,
      service_room_id: roomId,
    });
    await queries.insertEditor(ctx.db, { roomId, userId: id, giverId: ctx.actor.id }, ctx.now());
    const account = { id, username, email, name, roomId, created_at: ctx.now() };
    const token = await issueToken(ctx, account, { folderIds: null, ...limits });
    await auditAccount(ctx, 'service-account.create', room, account, limits);
    return { account, token };
  });
}

/** Replaces the token of an account; requests with the one before are refused from now on. */
export function renewAccount(ctx: Context, id: number, limits: TokenLimits): Promise<IssuedAccount> {
  return withAccounts(ctx, async (ctx) => {
    const { account, room } = await loadAccount(ctx, id, 'manage');
    const token = await issueToken(ctx, account, limits);
    await auditAccount(ctx, 'service-account.renew', room, account, limits);
    return { account, token };
  });
}

/** Deletes an account. What it uploaded belongs to the owner of the room. */
export function deleteAccount(ctx: Context, id: number): Promise<void> {
  return withAccounts(ctx, async (ctx) => {
    const { account, room } = await loadAccount(ctx, id, 'revokeAccess');
    await removeAccount(ctx, account, await queries.findRoomOwner(ctx.db, room.id));
    await auditAccount(ctx, 'service-account.delete', room, account, {});
  });
}

const auditAccount = (
  ctx: Context,
  action: AuditAction,
  room: LoadedRoom,
  { id, name, username }: queries.AccountRow,
  limits: TokenLimits,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: room.id, name: room.name },
    details: { userId: id, username, name, ...limits },
  });

import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { isInRanges } from '../addresses/address-ranges.ts';
import { addressRulesOf, limitsAt, restrictedTo, settleLimits } from '../addresses/address-rules.ts';
import { excludedRoomIds, withoutRooms } from '../grants/excluded-rooms.ts';
import { activeGroupIds, inGroups, settleGroups } from '../groups/active-groups.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '../rate-limits.ts';
import { mayFactorBeMissing, mustSetUpFactor } from '../sign-in/second-factor-requirement.ts';
import { TOKEN_FORBIDDEN } from './assert-token-allows.ts';
import { findIsIssuerEntitled } from './issuer.ts';
import { hashTokenText, isTokenText } from './token-text.ts';

/** Limits how often `last_used_at` is written, so that reads cost no write. */
const LAST_USED_INTERVAL_MS = 60_000;

/** Returns the owner of a token with their present rights, limited by the token; refuses tokens that are not valid. */
export async function findTokenActor(ctx: Context, text: string): Promise<Actor> {
  const [row] = isTokenText(text)
    ? await selectToken(ctx.db, { hash: hashTokenText(text), at: ctx.now() })
    : [];
  if (!row || !(await findIsIssuerEntitled(ctx, row))) throw await countInvalidToken(ctx);
  const ranges: string[] | null = row.address_ranges && JSON.parse(row.address_ranges);
  if (ranges && !isInRanges(ctx.address, ranges)) throw new AppError('forbidden', TOKEN_FORBIDDEN);
  const lastUsedAt = row.last_used_at ?? 0;
  if (ctx.now() - lastUsedAt > LAST_USED_INTERVAL_MS) await setUsed(ctx, row.id);
  const limits = await settleLimits(ctx, limitsAt(ctx.address, row.addressRules), row.user_id);
  const groupIds = await settleGroups(ctx, row.groupIds, { userId: row.user_id, invitationId: null });
  const isFactorMissing = row.mayFactorBeMissing === 1 && (await mustSetUpFactor(ctx, row.user_id));
  return restrictedTo(limits, {
    kind: 'user',
    id: row.user_id,
    isAdmin: row.scope === 'admin' && row.is_admin === 1,
    token: {
      scope: row.scope,
      program: row.agent_name ?? row.name,
      ...(row.folder_ids !== null && { folderIds: JSON.parse(row.folder_ids) }),
    },
    ...inGroups(groupIds),
    ...withoutRooms(row.excludedRoomIds),
    ...(row.must_change_password === 1 && { mustChangePassword: true }),
    ...(isFactorMissing && { mustSetUpFactor: true }),
  });
}

/** Every request of a program runs it. */
const selectToken = prepareQuery((db, { hash, at }: { readonly hash: Buffer; readonly at: number }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'api_tokens.user_id').on('users.deleted_at', 'is', null),
    )
    // Selects the columns by name; PostgreSQL would otherwise plan the statement at each request.
    .select(['api_tokens.id', 'user_id', 'api_tokens.name', 'scope', 'folder_ids', 'address_ranges'])
    .select(['issued_by_id', 'agent_name', 'last_used_at'])
    .select(['users.is_admin', 'users.must_change_password', 'users.service_room_id'])
    .select(
      activeGroupIds({ user: sql.ref('users.id'), invitation: sql`null` }, at, {
        leavesLinkedOpen: true,
      }).as('groupIds'),
    )
    .select(
      excludedRoomIds({ user: sql.ref('users.id'), isAdmin: sql.ref('users.is_admin') }, at).as(
        'excludedRoomIds',
      ),
    )
    .select(
      addressRulesOf(
        { user: sql.ref('users.id'), isAdmin: sql.ref('users.is_admin'), invitation: sql`null` },
        { leavesStaffOpen: true },
      ).as('addressRules'),
    )
    .select(sql<0 | 1>`case when ${mayFactorBeMissing} then 1 else 0 end`.as('mayFactorBeMissing'))
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)])),
);

async function setUsed({ db, now }: Context, id: number): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: now() }).where('id', '=', id).execute();
}

/** Counts only refused tokens, so that a network in which a program guesses does not stop the programs beside it. */
async function countInvalidToken(ctx: Context): Promise<AppError> {
  const counted: RateLimitKey[] = [{ kind: 'api-token', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  await countAttempt(ctx, counted);
  return new AppError('unauthenticated', 'This token is not valid.');
}

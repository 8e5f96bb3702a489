import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { addressRulesOf, limitsAt } from './addresses/address-rules.ts';
import { foldersOfRooms } from './addresses/blocked-folders.ts';
import { findBlockedRoomIds } from './addresses/find-blocked-rooms.ts';
import { invitationScope } from './folder-access.ts';
import { activeGroupIds, inGroups } from './groups/active-groups.ts';
import type { InvitationRow } from './load-invitation.ts';
import { unpublishedFolders } from './publication/published.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from './rate-limits.ts';
import { isPublicSharingAllowed } from './sessions.ts';

export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const CONTACT_INVITER = 'Please contact the person who invited you for a new invitation link.';

/** Refusals may name the state of the invitation, since the caller holds the token. */
const REFUSALS = {
  unknown: `This invitation does not exist or was revoked. ${CONTACT_INVITER}`,
  expired: `This invitation has expired. ${CONTACT_INVITER}`,
  accepted: 'This invitation was already accepted. Sign in instead.',
} as const;

/** An open invitation, with the folders that it reaches now. */
export interface OpenInvitation extends InvitationRow {
  readonly inviter: string;
  readonly inviter_is_admin: 0 | 1 | null;
  /** At most two are loaded, to distinguish none, one and several. Empty with `all_folders`. */
  readonly folders: readonly { id: number; name: string }[];
  /** The visitor belongs to a group that the address of the request may reach; it shows no folders before they are granted. */
  readonly isGroupMember: boolean;
}

/**
 * Loads an open invitation by its token; with `allowsAccepted` also an accepted one, which reaches no folders. Unknown
 * tokens count as guesses: too many of them block the address.
 */
export async function loadInvitationByToken(
  ctx: Context,
  token: string,
  { allowsAccepted = false } = {},
): Promise<OpenInvitation> {
  const counted: RateLimitKey[] = [{ kind: 'token', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  const row = await findByToken(ctx.db, token, ctx.now());
  if (!row) {
    await countAttempt(ctx, counted);
    throw new AppError('not-found', REFUSALS.unknown);
  }
  return requireOpenInvitation(ctx, row, allowsAccepted);
}

async function requireOpenInvitation(
  ctx: Context,
  row: NonNullable<FoundInvitation>,
  allowsAccepted: boolean,
): Promise<OpenInvitation> {
  const { inviter, allows_public: allowsPublic } = row;
  const isWithdrawn = row.revoked_at !== null || inviter === null || (row.email === '' && !allowsPublic);
  if (isWithdrawn) throw new AppError('not-found', REFUSALS.unknown);
  const limits = limitsAt(ctx.address, row.addressRules);
  const isGroupMember = inGroups(row.groupIds).groupIds?.some((id) => !limits.groupIds.includes(id)) ?? false;
  if (row.accepted_at !== null && allowsAccepted) return { ...row, inviter, folders: [], isGroupMember };
  if (row.accepted_at !== null) throw new AppError('not-found', REFUSALS.accepted);
  if (row.expires_at <= ctx.now()) throw new AppError('not-found', REFUSALS.expired);
  const folders = await resolveInvitationFolders(ctx, row.id);
  if (row.all_folders === 0 && folders.length === 0 && !isGroupMember)
    throw new AppError('not-found', REFUSALS.unknown);
  return { ...row, inviter, folders, isGroupMember };
}

/** All columns by name: PostgreSQL plans this statement for 15 ms, and one with `*` is planned at each run. */
const COLUMNS = [
  'invitations.id',
  'invitations.email',
  'invitations.email_key',
  'invitations.role',
  'invitations.all_folders',
  'invitations.allow_download',
  'invitations.token_hash',
  'invitations.encrypted_token',
  'invitations.inviter_id',
  'invitations.created_at',
  'invitations.expires_at',
  'invitations.expiration_days',
  'invitations.accepted_at',
  'invitations.accepted_by_id',
  'invitations.revoked_at',
  'invitations.link_id',
] as const;

type FoundInvitation = Awaited<ReturnType<typeof findByToken>>;

function findByToken(db: Database, token: string, now: number) {
  return (
    db
      .selectFrom('invitations')
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'invitations.inviter_id').on('users.deleted_at', 'is', null),
      )
      .select(COLUMNS)
      .select('users.is_admin as inviter_is_admin')
      .select([personName<string | null>('users').as('inviter'), isPublicSharingAllowed.as('allows_public')])
      .select(activeGroupIds({ user: sql`null`, invitation: sql.ref('invitations.id') }, now).as('groupIds'))
      .select(
        addressRulesOf({
          user: sql<number>`null`,
          isAdmin: sql`0`,
          invitation: sql.ref('invitations.id'),
        }).as('addressRules'),
      )
      .where('token_hash', '=', hashInvitationToken(token))
      // A link's visitors enter through its access page only.
      .where('invitations.link_id', 'is', null)
      .executeTakeFirst()
  );
}

/** Returns at most two active and published folders of an invitation that its inviter still owns. */
export async function resolveInvitationFolders(
  ctx: Context,
  invitationId: number,
): Promise<{ id: number; name: string }[]> {
  // Only the address is known before the visit begins.
  const blocked = await findBlockedRoomIds(ctx);
  return ctx.db
    .selectFrom('folders')
    .innerJoin(invitationScope(invitationId).as('in_scope'), 'in_scope.id', 'folders.id')
    .select(['folders.id', 'folders.name'])
    .where('folders.deleted_at', 'is', null)
    .$if(blocked.length > 0, (query) => query.where('folders.id', 'not in', foldersOfRooms(blocked)))
    .where('folders.id', 'not in', sql<number>`(${unpublishedFolders(sql`folders`, ctx)})`)
    .orderBy('folders.id')
    .limit(2)
    .execute();
}

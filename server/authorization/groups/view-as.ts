import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context, Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { findFolderAccess } from '../access-level.ts';
import { hidingNotFound } from '../authorize.ts';
import { isExcludedAddress } from '../grants/room-domains.ts';
import { isMemberWithoutGiver } from '../links/group-of-link.ts';
import { hashSessionToken } from '../sessions.ts';
import { type GroupRow, loadGroup } from './load-room.ts';

export const VIEW_AS_TIMEOUT_MS = 30 * 60 * 1000;

const TOKEN_BYTES = 32;
const READING_METHODS = new Set<Endpoint['method']>(['GET', 'HEAD', 'OPTIONS']);

type Visitor = Actor & { kind: 'visitor' };

/** The cookie values of a request, or of the context that continues it. */
interface Tokens {
  readonly sessionToken?: string | undefined;
  readonly viewAsToken?: string | undefined;
}

/**
 * A member of the group of the session, with an address that the room admits: other members see nothing of the room.
 */
const isAdmittedMember = sql<
  0 | 1 | null
>`(select case when ${isExcludedAddress(sql`group_members.email_key`, sql`group_members.room_id`)}
    or ${isMemberWithoutGiver} then 0 else 1 end
  from group_members where group_members.id = view_as_sessions.member_id
    and group_members.group_id = view_as_sessions.group_id and group_members.removed_at is null)`;

/**
 * Finds the actor that a manager sees a room as: a member of one group, without anything else that members have; or one member,
 * with what this person may otherwise do in the room. Checked at each request: it ends with the session that opened it, with the
 * manager's right, with the group, and with the membership.
 */
export async function findViewedActor(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { sessionToken, viewAsToken }: Tokens,
  opener: Actor,
): Promise<Visitor | undefined> {
  if (viewAsToken === undefined || sessionToken === undefined || viewAsToken.length > 100) return undefined;
  if (opener.kind !== 'user' || opener.mustChangePassword || opener.mustSetUpFactor) return undefined;
  const at = now();
  const row = await db
    .selectFrom('view_as_sessions')
    .innerJoin('room_groups', 'room_groups.id', 'view_as_sessions.group_id')
    .select([
      'room_groups.id',
      'room_groups.room_id',
      'room_groups.ends_at as groupEndsAt',
      'view_as_sessions.ends_at',
      'view_as_sessions.member_id',
      isAdmittedMember.as('isAdmitted'),
    ])
    .select((select) =>
      select
        .selectFrom('group_members as viewed')
        .select('viewed.user_id')
        .whereRef('viewed.id', '=', 'view_as_sessions.member_id')
        .as('userId'),
    )
    .where('view_as_sessions.token_hash', '=', hashSessionToken(viewAsToken))
    .where('view_as_sessions.opener_token_hash', '=', hashSessionToken(sessionToken))
    .where('view_as_sessions.ends_at', '>', at)
    .where('room_groups.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row || (row.member_id !== null && row.isAdmitted === null)) return undefined;
  const { id: groupId, room_id: roomId, groupEndsAt } = row;
  const access = (await findFolderAccess(db, { actor: opener, now }, [roomId]))(roomId);
  if (!access.isActive || !roomPolicy.manage(opener, access)) return undefined;
  const hasEnded = groupEndsAt !== null && groupEndsAt <= at;
  return {
    kind: 'visitor',
    // No invitation has the id 0.
    invitationId: 0,
    mayDownload: false,
    ...(!hasEnded && row.isAdmitted !== 0 && { groupIds: [groupId] }),
    viewAs: {
      openedById: opener.id,
      groupId,
      roomId,
      ...(row.member_id !== null && { memberId: row.member_id }),
      ...(row.userId !== null && { userId: row.userId }),
      endsAt: row.ends_at,
    },
  };
}

/** Refuses every change of somebody who views a room as one of its groups. */
export function assertMayChange(actor: Actor, endpoint: Endpoint): void {
  if (actor.kind !== 'visitor' || !actor.viewAs || endpoint.availableInViewAs) return;
  if (READING_METHODS.has(endpoint.method) && !endpoint.hasSideEffects) return;
  throw new AppError('forbidden', 'View as is read-only.');
}

/** Returns a group of a room and perhaps a member of it, for a manager who wants to see the room like them; or refuses. */
export async function loadViewed(
  ctx: Context,
  viewed: { readonly groupId: number } | { readonly memberId: number },
): Promise<{ group: GroupRow; memberId?: number }> {
  if ('groupId' in viewed) return { group: (await loadGroup(ctx, viewed.groupId, 'viewAs')).group };
  const member = await ctx.db
    .selectFrom('group_members')
    .select(['id', 'group_id'])
    .where('id', '=', viewed.memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const NOT_FOUND = 'The member could not be found.';
  if (!member) throw new AppError('not-found', NOT_FOUND);
  const { group } = await hidingNotFound(NOT_FOUND, () => loadGroup(ctx, member.group_id, 'viewAs'));
  return { group, memberId: member.id };
}

/** Creates a session in which the actor sees what a group or a member sees; returns its cookie value, which is not stored. */
export async function createViewAs(
  ctx: Context,
  { groupId, memberId }: { groupId: number; memberId: number | undefined },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = ctx.now();
  const opener = await findOpener(ctx);
  if (!opener) throw new AppError('unauthenticated', 'Sign in first');
  await ctx.db.deleteFrom('view_as_sessions').where('ends_at', '<=', at).execute();
  await ctx.db
    .insertInto('view_as_sessions')
    .values({
      token_hash: hashSessionToken(token),
      opener_token_hash: opener.token_hash,
      group_id: groupId,
      member_id: memberId ?? null,
      created_at: at,
      ends_at: at + VIEW_AS_TIMEOUT_MS,
    })
    .execute();
  return token;
}

/** Finds the session of the request, also if another page of the browser has renewed it meanwhile. */
function findOpener({ db, sessionToken }: Pick<Context, 'db' | 'sessionToken'>) {
  const hash = hashSessionToken(sessionToken ?? '');
  return db
    .selectFrom('sessions')
    .select('token_hash')
    .where((where) => where.or([where('token_hash', '=', hash), where('previous_token_hash', '=', hash)]))
    .limit(1)
    .executeTakeFirst();
}

export async function endViewAs({ db }: Pick<Services, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('view_as_sessions').where('token_hash', '=', hashSessionToken(token)).execute();
}

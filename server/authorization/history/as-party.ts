import { sql } from 'kysely';
import { type Context, type Services, systemContext } from '#server/app/context.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { openPast } from '#server/database/history/open-past.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { excludedRoomIds, withoutRooms } from '../grants/excluded-rooms.ts';
import { isGroupOfOpenRoom } from '../grants/hidden-rooms.ts';
import { activeGroupIds, inGroups } from '../groups/active-groups.ts';
import { downloadsOf } from '../readers/visitor-downloads.ts';
import { isPublicSharingAllowed } from '../sessions.ts';

/** Somebody to whom a room was shown: a group, an account, a visitor's invitation, or everybody who comes through a link. */
export interface Party {
  readonly kind: 'group' | 'user' | 'visitor' | 'link';
  readonly id: number;
}

/** The invitation of a visitor of a link who may not exist. No row has a negative id. */
const LINK_VISITOR_ID = -1;

/** The present access rule, asked by a party about an instant. It reads the past and can change nothing. */
interface PartyContext {
  /** Absent if the party had no access at all. */
  readonly past: Context | undefined;
  close(): Promise<void>;
}

/** Opens the past for a party; close it afterwards. Terms are not asked for: who accepted which is recorded by itself. */
export async function asParty(services: Services, party: Party, at: number): Promise<PartyContext> {
  const linkVisitor = party.kind === 'link' ? { linkId: party.id, invitationId: LINK_VISITOR_ID } : undefined;
  const { db, close } = await openPast(services.db, databaseLocation(services.config), at, linkVisitor);
  try {
    const ctx = { ...systemContext(services), db, now: () => at };
    const actor = await FINDERS[party.kind](ctx, party.id);
    return { past: actor && { ...ctx, actor }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Finder = (ctx: Context, id: number) => Promise<Actor | undefined>;

const FINDERS: Readonly<Record<Party['kind'], Finder>> = {
  group: findGroup,
  user: findUser,
  visitor: findVisitor,
  link: findLinkVisitor,
};

async function findGroup({ db, now }: Context, id: number): Promise<Actor | undefined> {
  const group = await db
    .selectFrom('room_groups')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now())]))
    .where(isGroupOfOpenRoom)
    .executeTakeFirst();
  // No invitation has the id 0.
  return group && { kind: 'visitor', invitationId: 0, mayDownload: false, groupIds: [id] };
}

async function findUser({ db, now }: Context, id: number): Promise<Actor | undefined> {
  const user = await db
    .selectFrom('users')
    .select('is_admin')
    .select(activeGroupIds({ user: sql.ref('users.id'), invitation: sql`null` }, now()).as('groupIds'))
    .select(
      excludedRoomIds({ user: sql.ref('users.id'), isAdmin: sql.ref('users.is_admin') }, now()).as(
        'excludedRoomIds',
      ),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const { groupIds, excludedRoomIds: excluded } = user;
  return { kind: 'user', id, isAdmin: user.is_admin === 1, ...inGroups(groupIds), ...withoutRooms(excluded) };
}

async function findVisitor({ db, now }: Context, id: number): Promise<Actor | undefined> {
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('users as inviters', 'inviters.id', 'invitations.inviter_id')
    .select('invitations.allow_download')
    .select(activeGroupIds({ user: sql`null`, invitation: sql.ref('invitations.id') }, now()).as('groupIds'))
    .where('inviters.deleted_at', 'is', null)
    .where('invitations.id', '=', id)
    .where('invitations.role', '=', 'visitor')
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now())
    .where((where) => where.or([where('invitations.email', '<>', ''), isPublicSharingAllowed]))
    .executeTakeFirst();
  if (!invitation) return undefined;
  const downloads = downloadsOf(invitation.allow_download);
  return { kind: 'visitor', invitationId: id, ...downloads, ...inGroups(invitation.groupIds) };
}

async function findLinkVisitor(ctx: Context, id: number): Promise<Actor | undefined> {
  const { db, now } = ctx;
  const link = await db
    .selectFrom('links')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', now())]))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now())]))
    .executeTakeFirst();
  return link && findVisitor(ctx, LINK_VISITOR_ID);
}

/** Returns the instant at which the history of rights begins. */
export async function findHistoryStart({ db }: Pick<Services, 'db'>): Promise<number> {
  const row = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', 'rights-history-since')
    .executeTakeFirst();
  return Number(row?.value ?? Number.MAX_SAFE_INTEGER);
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { loadGroup, type NamedRoom } from '#server/authorization/groups/load-room.ts';
import { limitAccountLookups } from '#server/authorization/limits/limit-account-lookups.ts';
import { setMembersRemoved } from '#server/authorization/links/link-members.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { personNameOf } from '#server/modules/accounts/present-person.ts';
import { composeWelcome } from '#server/modules/invitations/compose-invitation.ts';
import { inviteVisitors } from '#server/modules/invitations/group-invitations.ts';
import { limitInvitations } from '#server/modules/invitations/limit-invitations.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findOwnText } from '#server/modules/mail/texts/own-text.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import {
  type addGroupMembers as contract,
  memberAddress,
} from '#shared/contracts/rooms/groups/group-members.ts';
import { ENTER_VALID_EMAIL } from '#shared/domain/messages.ts';
import { listRoomDomains } from '../state/rule-queries.ts';
import { findGroupRules } from './group-rules.ts';
import { type Account, findAccounts, findMembersOfRoom, insertMembers } from './member-queries.ts';

type Result = ResultOf<typeof contract>;
/** An address that is not added; `conflict` for one that belongs to a group already. */
type Problem = Result['problems'][number] & { readonly code: 'invalid' | 'conflict' };

interface Address {
  readonly email: string;
  readonly key: string;
}

export interface AddedMembers extends Omit<Result, 'problems'> {
  readonly problems: Problem[];
  /** The invitations of visitors, by the key of the address. */
  readonly invitationIds: ReadonlyMap<string, number>;
}

/** Adds members by address: an account joins as that user, any other address is invited as a visitor. */
export function addMembers(ctx: Context, groupId: number, emails: readonly string[]): Promise<AddedMembers> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await enforceMaintenanceMode(ctx);
    const { group, room } = await loadGroup(ctx, groupId, 'manage');
    const { addresses, problems } = parseAddresses(emails, {
      room: await listRoomDomains(ctx.db, room.id),
      group: (await findGroupRules(ctx, [groupId]))(groupId).domains ?? [],
    });
    const accounts = await findVerifiedAccounts(ctx, addresses);
    const { free, taken, endedIds } = await separateMembers(
      ctx,
      { groupId, roomId: room.id },
      addresses,
      accounts,
    );
    const users = free.filter(({ key }) => accounts.has(key));
    const visitors = free.filter(({ key }) => !accounts.has(key));
    // A query per address, whose number the contract limits: each could reveal an account or send a mail.
    for (const _ of users) await limitAccountLookups(ctx);
    for (const _ of visitors) await limitInvitations(ctx);
    const inviter = await loadCurrentUser(ctx);
    const invitationIds = await inviteVisitors(ctx, {
      visitors,
      inviter: { id: inviter.id, name: personNameOf(inviter) },
      roomId: room.id,
      roomName: room.nameForMembers,
      endsAt: group.ends_at,
    });
    const now = ctx.now();
    const row = { group_id: groupId, room_id: room.id, created_at: now };
    const members = free.map(({ email, key }) => ({
      ...row,
      email,
      email_key: key,
      user_id: accounts.get(key)?.id ?? null,
      invitation_id: invitationIds.get(key) ?? null,
    }));
    await setMembersRemoved(ctx.db, endedIds, now);
    if (members.length > 0) await insertMembers(ctx.db, members);
    await mailWelcomes(ctx, users, { room, inviter: personNameOf(inviter), endsAt: group.ends_at });
    await audit(ctx, {
      action: 'group.add-members',
      object: { kind: 'group', id: groupId, name: group.name },
      details: { roomId: room.id, added: users.map(emailOf), invited: visitors.map(emailOf) },
    });
    return {
      added: users.map(emailOf),
      invited: visitors.map(emailOf),
      problems: [...problems, ...taken],
      invitationIds,
      emailed: ctx.mailer !== undefined,
    };
  });
}

const emailOf = ({ email }: Address): string => email;

/** Separates the pasted addresses from what is none; each address counts once. */
function parseAddresses(
  emails: readonly string[],
  domains: Readonly<Record<'room' | 'group', readonly string[]>>,
): { addresses: Address[]; problems: Problem[] } {
  const addresses = new Map<string, Address>();
  const problems: Problem[] = [];
  const code = 'invalid';
  for (const text of emails) {
    const { data: email } = memberAddress.safeParse(text);
    if (email === undefined) problems.push({ email: text, problem: ENTER_VALID_EMAIL, code });
    else if (!isInDomains(email, domains.room))
      problems.push({ email, problem: `${email} is not in an allowed domain of this room.`, code });
    else if (!isInDomains(email, domains.group))
      problems.push({ email, problem: `${email} is not in an allowed domain of this group.`, code });
    else addresses.set(accountKey(email), { email, key: accountKey(email) });
  }
  return { addresses: [...addresses.values()], problems };
}

const isInDomains = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.some((domain) => accountKey(email).endsWith(`@${domain}`));

/** Finds accounts by key. An account whose address was not confirmed may belong to somebody else. */
async function findVerifiedAccounts(
  ctx: Context,
  addresses: readonly Address[],
): Promise<Map<string, Account>> {
  if (addresses.length === 0) return new Map();
  const accounts = await findAccounts(
    ctx.db,
    addresses.map(({ key }) => key),
  );
  return new Map(
    accounts
      .filter(({ email_verified_at }) => email_verified_at !== null)
      .map((account) => [account.email_key, account]),
  );
}

/**
 * Separates the addresses of people who belong to a group of the room already: nobody belongs to two. Those whose access has
 * ended are added anew.
 */
async function separateMembers(
  ctx: Context,
  { groupId, roomId }: { groupId: number; roomId: number },
  addresses: readonly Address[],
  accounts: ReadonlyMap<string, Account>,
): Promise<{ free: Address[]; taken: Problem[]; endedIds: number[] }> {
  if (addresses.length === 0) return { free: [], taken: [], endedIds: [] };
  const members = await findMembersOfRoom(ctx, roomId, {
    emailKeys: addresses.map(({ key }) => key),
    userIds: [...accounts.values()].map(({ id }) => id),
  });
  const free: Address[] = [];
  const taken: Problem[] = [];
  const endedIds: number[] = [];
  for (const address of addresses) {
    const userId = accounts.get(address.key)?.id;
    const own = members.filter(
      ({ email_key, user_id }) => email_key === address.key || (userId !== undefined && user_id === userId),
    );
    const member = own.find(({ has_ended }) => has_ended === 0);
    if (!member) {
      free.push(address);
      endedIds.push(...own.map(({ id }) => id));
    } else {
      const where =
        member.group_id === groupId ? 'in this group already' : 'already in another group of this room';
      taken.push({ email: address.email, problem: `${address.email} is ${where}.`, code: 'conflict' });
    }
  }
  return { free, taken, endedIds };
}

/** Mails those who have an account, and so need no invitation. */
async function mailWelcomes(
  ctx: Context,
  users: readonly Address[],
  { room, inviter, endsAt }: { room: NamedRoom; inviter: string; endsAt: number | null },
): Promise<void> {
  if (users.length === 0) return;
  const mail = {
    inviter,
    room: room.nameForMembers,
    product: await findProductName(ctx, room.id),
    url: ctx.config.publicUrl,
    endsAt,
    text: await findOwnText(ctx, room.id, 'invitation'),
  };
  for (const { email } of users)
    await enqueueMail(ctx, email, { ...composeWelcome({ ...mail, email }), roomId: room.id });
}

import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { findHistoryStart, type Party } from '#server/authorization/history/as-party.ts';
import { assertRateLimit, countAttempt } from '#server/authorization/rate-limits.ts';
import { reloadActor, transactionAsUser } from '#server/authorization/reload-actor.ts';
import { holderOf, loadRecipient } from '#server/modules/evidence/create-receipt.ts';
import type { Certificate } from '#shared/contracts/rooms/certificates.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { assertOwnRights } from './assert-own-rights.ts';
import { insertCertificate, limitedDomainsAt } from './certificate-queries.ts';
import { findMember, findParty, listParties, type PartyRow } from './party-queries.ts';
import { partyOf, presentCertificate } from './read-certificates.ts';

const PARTY_NOT_FOUND = 'This party could not be found in the room.';

const LINK_FOR_DOMAINS =
  'The room admitted certain domains only, so what its links opened depends on the visitor. Ask for the certificate of a visitor.';

/** A party as a manager names it. */
export interface WantedParty {
  readonly at?: string | undefined;
  readonly groupId?: number;
  readonly memberId?: number;
  readonly userId?: number;
  readonly invitationId?: number;
  readonly linkId?: number;
}

/** Queues a certificate of what a party could see in a room. */
export async function requestRoomCertificate(
  ctx: Context,
  roomId: number,
  wanted: WantedParty,
): Promise<Certificate> {
  await limitRequests(ctx);
  return transactionAsUser(ctx, async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'evidence');
    const at = await resolveInstant(ctx, wanted.at);
    const party = await findWantedParty(ctx, room.id, wanted, at);
    if (party.kind === 'link' && (await limitedDomainsAt(ctx.db, room.id, at)))
      throw new AppError('conflict', LINK_FOR_DOMAINS);
    const row = await insertRequest(ctx, { room_id: room.id, creator_id: ctx.actor.id }, party, at);
    await audit(ctx, {
      action: 'certificate.create',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: {
        certificateId: row.id,
        party: party.kind,
        partyId: party.id,
        at: isoInstant(at),
      },
    });
    return presentCertificate(row);
  });
}

/** Queues a certificate of everything that the actor can see now; what they could see before is for managers to say. */
export async function requestOwnCertificate(before: Context): Promise<Certificate> {
  authorizeSystemAction(before.actor, 'getReceipts');
  await limitRequests(before);
  return transaction(before, async (before) => {
    const ctx = { ...before, actor: await reloadActor(before) };
    await assertOwnRights(ctx);
    const party = { ...partyOf(ctx), name: await loadRecipient(ctx) };
    const at = await resolveInstant(ctx, undefined);
    const creatorId = ctx.actor.kind === 'user' ? ctx.actor.id : null;
    const row = await insertRequest(ctx, { room_id: null, creator_id: creatorId }, party, at);
    await audit(ctx, {
      action: 'certificate.create',
      object: { kind: 'certificate', id: row.id, name: party.kind },
      details: { at: isoInstant(at) },
    });
    return presentCertificate(row);
  });
}

/** Lists those of whom a certificate can be asked for, and since when. */
export async function listRoomParties(ctx: Context, roomId: number) {
  const room = await loadRoom(ctx, roomId, 'evidence');
  const since = isoInstant(await findHistoryStart(ctx));
  return { since, parties: await listParties(ctx.db, room.id) };
}

async function limitRequests(ctx: Context): Promise<void> {
  const limit = [{ kind: 'certificate', name: JSON.stringify(holderOf(ctx.actor)) }] as const;
  await assertRateLimit(ctx, limit);
  await countAttempt(ctx, limit);
}

async function findWantedParty(
  ctx: Context,
  roomId: number,
  wanted: WantedParty,
  at: number,
): Promise<PartyRow> {
  const party = await toParty(ctx, roomId, wanted, at);
  const found = party && (await findParty(ctx.db, roomId, party));
  if (!found) throw new AppError('not-found', PARTY_NOT_FOUND);
  return found;
}

async function toParty(
  ctx: Context,
  roomId: number,
  wanted: WantedParty,
  at: number,
): Promise<Party | undefined> {
  const { groupId, memberId, userId, invitationId, linkId } = wanted;
  if (groupId !== undefined) return { kind: 'group', id: groupId };
  if (userId !== undefined) return { kind: 'user', id: userId };
  if (invitationId !== undefined) return { kind: 'visitor', id: invitationId };
  if (linkId !== undefined) return { kind: 'link', id: linkId };
  const member = await findMember(ctx.db, roomId, memberId ?? 0, at);
  if (!member) return undefined;
  return member.user_id === null
    ? { kind: 'visitor', id: member.invitation_id ?? 0 }
    : { kind: 'user', id: member.user_id };
}

async function resolveInstant(ctx: Context, wanted: string | undefined): Promise<number> {
  const since = await findHistoryStart(ctx);
  if (wanted === undefined) return Math.max(ctx.now(), since);
  const at = Date.parse(wanted);
  if (at < since) throw new AppError('invalid', `Evidence starts on ${isoInstant(since).slice(0, 10)}.`);
  if (at > ctx.now()) throw new AppError('invalid', 'The date is in the future.');
  return at;
}

async function insertRequest(
  ctx: Context,
  of: { room_id: number | null; creator_id: number | null },
  party: PartyRow,
  at: number,
) {
  const row = await insertCertificate(ctx.db, {
    ...of,
    party_kind: party.kind,
    party_id: party.id,
    party_name: party.name,
    as_of: at,
    state: 'waiting',
    created_at: ctx.now(),
  });
  await publish(ctx, 'certificate.requested', { certificateId: row.id });
  return row;
}

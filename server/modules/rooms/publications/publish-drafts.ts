import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { requestTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { publishDrafts as contract, Publication } from '#shared/contracts/rooms/publications.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import { applyPublication } from './apply-publication.ts';
import { needsApproval } from './approval-rule.ts';
import { findCandidate, insertApprover } from './approver-queries.ts';
import { auditPublication } from './audit-publication.ts';
import { compareGroups, hashDrafts } from './difference.ts';
import { loadPublication, mayManage, presentPublication, presentPublicationOf } from './load-publication.ts';
import { mailManagers } from './mail-managers.ts';
import type { DraftsOf } from './pending-draft-queries.ts';
import * as queries from './publication-queries.ts';
import { releaseCanceled } from './release-canceled.ts';
import { assertFoldersAreVisible, chooseDrafts } from './select-drafts.ts';

type UserContext = Context & { readonly actor: { readonly kind: 'user'; readonly id: number } };

/**
 * Publishes all drafts of a room or those that the caller selects, now or at a date, or requests that a second manager approves
 * it. Refuses when they are not those that the caller has seen.
 */
export function publishDrafts(
  ctx: Context,
  roomId: number,
  { at, version, selection, approverMemberId }: BodyOf<typeof contract>,
): Promise<Publication> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const publishAt = parseInstant(at, ctx.now());
    await releaseCanceled(ctx, roomId);
    const { drafts, counts } = await chooseDrafts(ctx, roomId, { version, selection });
    const needsManager = await needsApproval(ctx, roomId);
    // An approval names what groups see when it is requested.
    const awaitsDecision = needsManager || approverMemberId !== undefined;
    await assertFoldersAreVisible(ctx, roomId, { drafts, at: awaitsDecision ? ctx.now() : publishAt });
    const publication = await queries.insertPublication(ctx.db, {
      room_id: roomId,
      publish_at: publishAt,
      creator_id: ctx.actor.id,
      created_at: ctx.now(),
      folders: counts.folders,
      files: counts.files,
      changes: counts.changeCount,
      difference: JSON.stringify(await compareGroups(ctx, roomId, drafts)),
    });
    const chosen = { publication, drafts };
    if (approverMemberId !== undefined) {
      // The member's decision would replace that of the manager.
      if (needsManager) throw new AppError('conflict', DECIDED_BY_A_MANAGER);
      await requestAgreement(ctx, room, chosen, approverMemberId);
    } else if (needsManager) await requestApproval(ctx, room, chosen);
    else if (counts.changeCount > 0) await publishChanges(ctx, room, chosen);
    else {
      // The entries carry their time: nothing has to be done then for readers to see them.
      await queries.setPublished(ctx.db, publication, drafts);
      await publish(
        ctx,
        'files.published',
        { publicationId: publication.id },
        { delayMs: publishAt - ctx.now() },
      );
      await auditPublication(ctx, 'room.publish', room, publication);
    }
    await requestTreeHead(ctx);
    return presentPublicationOf(ctx, publication.id);
  });
}

/** A publication with the drafts that it is about to publish. */
interface ChosenPublication {
  readonly publication: queries.PublicationRow;
  readonly drafts: DraftsOf;
}

async function requestApproval(
  ctx: Context,
  room: LoadedRoom,
  { publication, drafts }: ChosenPublication,
): Promise<void> {
  await queries.assignDrafts(ctx.db, publication, drafts);
  const state_hash = await hashDrafts(ctx, room.id, publication.id);
  await queries.setPublication(ctx.db, publication.id, { state: 'requested', state_hash });
  await auditPublication(ctx, 'room.request-publication', room, publication);
  await mailManagers(ctx, room, {
    subject: `A publication in the room “${room.name}” awaits your approval`,
    sentence: 'asks another manager to approve a publication.',
  });
}

const DECIDED_BY_A_MANAGER = 'A second manager approves publications of this room. No member can be asked.';

/** Asks a member of the other party. */
async function requestAgreement(
  ctx: Context,
  room: LoadedRoom,
  { publication, drafts }: ChosenPublication,
  memberId: number,
): Promise<void> {
  const member = await findCandidate(ctx.db, room.id, memberId);
  if (!member) throw new AppError('not-found', 'The member could not be found.');
  await queries.assignDrafts(ctx.db, publication, drafts);
  await insertApprover(ctx.db, {
    publication_id: publication.id,
    member_id: member.id,
    state_hash: await hashDrafts(ctx, room.id, publication.id),
    created_at: ctx.now(),
  });
  await queries.setPublication(ctx.db, publication.id, { state: 'requested' });
  await auditPublication(ctx, 'room.request-publication', room, publication);
  await enqueueMail(ctx, member.email, {
    subject: 'A publication awaits your agreement',
    roomId: room.id,
    paragraphs: [
      'A data room in which you are a member asks you to agree to a publication before it is made.',
    ],
    link: { label: 'Open the data room', url: ctx.config.publicUrl },
    reason: 'You received this email because a manager of the data room named you.',
  });
}

async function publishChanges(
  ctx: UserContext,
  room: LoadedRoom,
  { publication, drafts }: ChosenPublication,
): Promise<void> {
  await queries.assignDrafts(ctx.db, publication, drafts);
  await queries.setPublication(ctx.db, publication.id, { state: 'scheduled' });
  if (publication.publish_at <= ctx.now()) await applyPublication(ctx, room, publication);
  else await auditPublication(ctx, 'room.request-publication', room, publication);
}

function parseInstant(at: string | undefined, now: number): number {
  if (at === undefined) return now;
  const instant = Date.parse(at);
  if (instant > now && instant < NO_EXPIRY) return instant;
  const message = 'The publication time is in the past.';
  throw new AppError('invalid', message, { fields: { at: message } });
}

/** Lists the publications of a room, newest first; one more than `limit`. */
export async function listPublications(
  ctx: Context,
  roomId: number,
  page: { limit: number; cursor: number | undefined },
): Promise<Publication[]> {
  await loadRoom(ctx, roomId, 'view');
  const isManager = await mayManage(ctx, roomId);
  return (await queries.listPublicationRows(ctx.db, roomId, page)).map((row) =>
    presentPublication(ctx, row, isManager),
  );
}

/** Cancels a publication that is not due yet: its content is a draft again. */
export function cancelPublication(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { publication, room } = await loadPublication(ctx, id);
    const { state, publish_at: publishAt } = publication;
    if (state === 'published' || (state === null && publishAt <= ctx.now()))
      throw new AppError('conflict', 'This publication is due already and cannot be canceled.');
    await queries.setPublication(ctx.db, id, { state: null });
    await queries.setUnpublished(ctx.db, id, ctx.now());
    await auditPublication(ctx, 'room.cancel-publication', room, publication);
  });
}

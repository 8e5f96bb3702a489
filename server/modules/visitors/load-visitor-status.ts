import type { Context } from '#server/app/context.ts';
import { findBlockedRoomIds } from '#server/authorization/addresses/find-blocked-rooms.ts';
import { findArchiveOfVisitor } from '#server/authorization/links/archive-of-link.ts';
import { findLinkPath } from '#server/authorization/links/find-link-path.ts';
import { resolveInvitationFolders } from '#server/authorization/load-invitation-by-token.ts';
import { hasOnlyTypedAddress } from '#server/authorization/readers/typed-address.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';
import { NO_END, NOT_A_VISITOR, presentGreeting, presentViewAs, presentVisitorStatus } from './presenter.ts';
import { findViewedNames, findVisitorInvitation, listLinkedFiles } from './queries.ts';

/**
 * Loads the visitor status. A visitor to whom no folder or file of the invitation is visible any more is none, and learns that
 * from it.
 */
export async function loadVisitorStatus(ctx: Context): Promise<VisitorStatus> {
  const { actor } = ctx;
  if (actor.kind !== 'visitor') return NOT_A_VISITOR;
  if (actor.viewAs) return presentViewAs(actor.viewAs, await findViewedNames(ctx.db, actor.viewAs));
  if (actor.mustAcceptTerms)
    return { ...NOT_A_VISITOR, termsPath: await findLinkPath(ctx, actor.invitationId) };
  const { fileId: _, ...status } = await loadStatusOfVisit(ctx, actor.invitationId);
  if (!status.isVisitor) return { ...status, nothingVisible: true };
  return (await hasOnlyTypedAddress(ctx)) ? { ...status, isUnconfirmed: true } : status;
}

/**
 * Loads the status of the visitor of an invitation, with the file if it is the only thing that they may see. Somebody who
 * joins a group on the way in is not known as its member yet.
 */
export async function loadStatusOfVisit(
  ctx: Context,
  invitationId: number,
  { joinsGroup = false } = {},
): Promise<VisitorStatus & { fileId: number | null }> {
  const { db, actor } = ctx;
  const visit = await findVisitorInvitation(db, invitationId);
  const folders = await resolveInvitationFolders(ctx, invitationId);
  // Until the visitor has signed in, the actor of the request is not the visitor.
  const blockedRoomIds = await findBlockedRoomIds(ctx);
  const visitor: Actor = { kind: 'visitor', invitationId, mayDownload: false, blockedRoomIds };
  const files = await listLinkedFiles(db, invitationId, { ...ctx, actor: visitor });
  const archive = await findArchiveOfVisitor(db, invitationId, { ...ctx, actor: visitor });
  const isGroupMember =
    joinsGroup ||
    (actor.kind === 'visitor' && actor.invitationId === invitationId && groupIdsOf(actor).length > 0);
  if (visit.all_folders === 0 && folders.length === 0 && files.length === 0 && !isGroupMember && !archive)
    return { ...NOT_A_VISITOR, fileId: null };
  const [file, another] = files;
  const status = presentVisitorStatus({ ...visit, folders: files.length > 0 ? [] : folders, isGroupMember });
  const expiresAt = visit.expires_at >= NO_END ? null : status.expiresAt;
  const shared = archive && {
    archive: { ...archive, createdAt: isoInstant(archive.createdAt) },
  };
  return {
    ...status,
    ...presentGreeting(visit.link_settings),
    ...shared,
    expiresAt,
    fileId: folders.length === 0 && !another ? (file?.id ?? null) : null,
  };
}

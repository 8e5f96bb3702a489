import type { Context } from '#server/app/context.ts';
import { resolveInvitationFolders } from '#server/authorization/load-invitation-by-token.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { presentVisitorStatus } from './presenter.ts';
import { findVisitorInvitation } from './queries.ts';

const NOT_A_VISITOR: VisitorStatus = {
  isVisitor: false,
  email: null,
  folderId: null,
  folderName: null,
  inviterName: null,
  expiresAt: null,
  mayDownload: false,
};

/** Loads the visitor status; undefined when no folder of the invitation is visible any more. */
export async function loadVisitorStatus({ db, actor }: Context): Promise<VisitorStatus> {
  if (actor.kind !== 'visitor') return NOT_A_VISITOR;
  const visit = await findVisitorInvitation(db, actor.invitationId);
  const folders = await resolveInvitationFolders(db, actor.invitationId);
  if (visit.all_folders === 0 && folders.length === 0) return NOT_A_VISITOR;
  return presentVisitorStatus({ ...visit, folders });
}

import { findReach } from '#server/authorization/load-invitation-by-token.ts';
import type { Context } from '#server/app/context.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { presentVisit } from './presenter.ts';
import { findVisit } from './queries.ts';

const NO_VISIT: VisitorStatus = {
  isVisitor: false,
  email: null,
  folderId: null,
  folderName: null,
  inviterName: null,
  expiresAt: null,
  mayDownload: false,
};

/** What the caller visits; nothing once no folder of the invitation is left to see. */
export async function loadVisit({ db, actor }: Context): Promise<VisitorStatus> {
  if (actor.kind !== 'visitor') return NO_VISIT;
  const visit = await findVisit(db, actor.invitationId);
  const folders = await findReach(db, actor.invitationId);
  if (visit.all_folders === 0 && folders.length === 0) return NO_VISIT;
  return presentVisit({ ...visit, folders });
}

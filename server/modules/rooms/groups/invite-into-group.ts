import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { buildInviteUrl } from '#server/modules/invitations/invitation-token.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { createInvitation as contract } from '#shared/contracts/invitations.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { addMembers } from './add-members.ts';
import { findInvitation } from './invitation-queries.ts';

/** Adds one person to a group as the invite dialog does: an account joins at once, anybody else is invited as a visitor. */
export function inviteIntoGroup(
  before: Context,
  { email, groupId }: { email: string; groupId: number },
): Promise<ResultOf<typeof contract>> {
  return withLock(before, 'folder-tree', async (ctx) => {
    const { problems, invitationIds, emailed } = await addMembers(ctx, groupId, [email]);
    const [problem] = problems;
    if (problem) throw new AppError(problem.code, problem.problem, { fields: { email: problem.problem } });
    const [id] = invitationIds.values();
    if (id === undefined) return { joined: true, emailed };
    const { expires_at, ...kept } = await findInvitation(ctx.db, id);
    const expiresAt = isoInstant(expires_at);
    return { id, inviteUrl: buildInviteUrl(ctx, kept), emailed, expiresAt };
  });
}

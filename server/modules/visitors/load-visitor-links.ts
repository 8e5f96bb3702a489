import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadInvitation } from '#server/authorization/load-invitation.ts';
import { decryptToken } from '#server/modules/invitations/invitation-token.ts';

/** Returns the token and the debug URLs of a visitor invitation, for actors who may see its link. */
export async function loadVisitorLinks(ctx: Context, id: number) {
  const invitation = await loadInvitation(ctx, id, 'view');
  if (invitation.role !== 'visitor') {
    throw new AppError('conflict', 'Only visitor invitations can be tested this way');
  }
  const token = decryptToken(ctx, invitation);
  const { publicUrl } = ctx.config;
  return {
    token,
    debugUrl: `${publicUrl}/visitor-debug/${token}`,
    validateUrl: `${publicUrl}/api/validate-token/${token}`,
  };
}

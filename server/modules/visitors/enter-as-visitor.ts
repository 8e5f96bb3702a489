import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import {
  loadInvitationByToken,
  type OpenInvitation,
} from '#server/authorization/load-invitation-by-token.ts';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';

/** Loads an open visitor invitation by its token. */
export async function loadVisitorInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const invitation = await loadInvitationByToken(ctx, token);
  if (invitation.role === 'visitor') return invitation;
  throw new AppError(
    'conflict',
    'This invitation requires an account. Open its link to register or sign in.',
  );
}

/**
 * Opens a visitor's invitation. `hasSession` says that the request already belongs to a session of it; otherwise
 * `recordEntry` runs in the transaction that creates one.
 */
export async function enterAsVisitor(
  ctx: Context,
  token: string,
): Promise<{
  invitation: OpenInvitation;
  hasSession: boolean;
  recordEntry: (ctx: Context) => Promise<void>;
}> {
  if (ctx.actor.kind === 'user') {
    throw new AppError('conflict', `${ALREADY_LOGGED_IN}: log out first to use this visitor link.`);
  }
  const invitation = await loadVisitorInvitation(ctx, token);
  // Otherwise each reload would create a session, and the limit would end the oldest ones, which belong to others.
  const hasSession = ctx.actor.kind === 'visitor' && ctx.actor.invitationId === invitation.id;
  const recordEntry = async (ctx: Context) => {
    await publish(
      ctx,
      'visitor.entered',
      { invitationId: invitation.id },
      { dedupeKey: `visitor.entered ${invitation.id}` },
    );
    await audit(ctx, {
      action: 'visitor.enter',
      actor: { kind: 'visitor', invitationId: invitation.id, mayDownload: invitation.allow_download === 1 },
      object: { kind: 'invitation', id: invitation.id, name: invitation.email },
    });
  };
  return { invitation, hasSession, recordEntry };
}

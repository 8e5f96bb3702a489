import type { FastifyInstance } from 'fastify';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { forgetDevices } from '#server/authorization/links/forget-devices.ts';
import { loadInvitationByToken } from '#server/authorization/load-invitation-by-token.ts';
import { endSession } from '#server/authorization/sessions.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import { clearSessionCookie, readLinkDeviceTokens, readSessionToken } from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/visitors.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { enterAsVisitor, loadVisitorInvitation } from './enter-as-visitor.ts';
import { loadVisitorLinks } from './load-visitor-links.ts';
import { loadVisitorStatus } from './load-visitor-status.ts';
import { presentVisitorStatus } from './presenter.ts';

export function visitorRoutes(app: FastifyInstance): void {
  serve(app, contracts.getVisitorStatus, (ctx) => loadVisitorStatus(ctx));
  serve(app, contracts.enterAsVisitor, async (ctx, { params }, exchange) => {
    const { invitation, hasSession, recordEntry } = await enterAsVisitor(ctx, params.token);
    if (!hasSession) await establishSession(ctx, { invitationId: invitation.id }, exchange, recordEntry);
    return presentVisitorStatus(invitation);
  });
  serve(app, contracts.leaveAsVisitor, async (ctx, _input, { request, reply }) => {
    if (await leaveAsVisitor(ctx, readLinkDeviceTokens(request, ctx.config.secure))) {
      await endSession(ctx, readSessionToken(request, ctx.config.secure));
      clearSessionCookie(reply, ctx.config.secure);
    }
    return SUCCESS;
  });
  serve(app, contracts.getVisit, async (ctx, { params }) => {
    const invitation = await loadVisitorInvitation(ctx, params.token);
    // The contract strips the fields that a status does not show.
    return {
      ...presentVisitorStatus(invitation),
      expiresAt: isoInstant(invitation.expires_at),
    };
  });
  serve(app, contracts.validateToken, (ctx, { params }) => validateToken(ctx, params.token));
  serve(app, contracts.getVisitorLinks, (ctx, { params }) => loadVisitorLinks(ctx, params.id));
}

/**
 * Records that a visitor leaves, whom links no longer remember in this browser. Returns false for users, whose session must not
 * end here.
 */
async function leaveAsVisitor(ctx: Context, deviceTokens: readonly string[]): Promise<boolean> {
  if (ctx.actor.kind !== 'visitor') return false;
  const { invitationId } = ctx.actor;
  await transaction(ctx, async (ctx) => {
    await publish(ctx, 'visitor.left', { invitationId }, { dedupeKey: `visitor.left ${invitationId}` });
    await forgetDevices(ctx, invitationId, deviceTokens);
    await audit(ctx, { action: 'visitor.leave' });
  });
  return true;
}

/** Tells whether a link is valid, by the same checks as using it. */
async function validateToken(ctx: Context, token: string) {
  try {
    const { role, expires_at: expiresAt } = await loadInvitationByToken(ctx, token);
    return { valid: true, role, expiresAt: isoInstant(expiresAt), reason: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    return { valid: false, role: null, expiresAt: null, reason: error.message };
  }
}

import type { FastifyInstance } from 'fastify';
import { endSession } from '#server/authorization/sessions.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import { clearSessionCookie, readSessionToken } from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/visitors.ts';
import { enterAsVisitor, loadVisitorInvitation } from './enter-as-visitor.ts';
import { leaveAsVisitor } from './leave-as-visitor.ts';
import { loadVisitorLinks } from './load-visitor-links.ts';
import { loadVisitorStatus } from './load-visitor-status.ts';
import { presentVisitorStatus } from './presenter.ts';
import { validateToken } from './validate-token.ts';

export function visitorRoutes(app: FastifyInstance): void {
  serve(app, contracts.getVisitorStatus, (ctx) => loadVisitorStatus(ctx));
  serve(app, contracts.enterAsVisitor, async (ctx, { params }, exchange) => {
    const { invitation, hasSession, recordEntry } = await enterAsVisitor(ctx, params.token);
    if (!hasSession) await establishSession(ctx, { invitationId: invitation.id }, exchange, recordEntry);
    return presentVisitorStatus(invitation);
  });
  serve(app, contracts.leaveAsVisitor, async (ctx, _input, { request, reply }) => {
    if (await leaveAsVisitor(ctx)) {
      await endSession(ctx, readSessionToken(request, ctx.config.secure));
      clearSessionCookie(reply, ctx.config.secure);
    }
    return SUCCESS;
  });
  serve(app, contracts.getVisit, async (ctx, { params }) =>
    // The contract strips the fields that a status does not show.
    presentVisitorStatus(await loadVisitorInvitation(ctx, params.token)),
  );
  serve(app, contracts.validateToken, (ctx, { params }) => validateToken(ctx, params.token));
  serve(app, contracts.getVisitorLinks, (ctx, { params }) => loadVisitorLinks(ctx, params.id));
}

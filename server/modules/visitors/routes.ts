import type { FastifyInstance } from 'fastify';
import { endSession } from '#server/authorization/sessions.ts';
import { beginSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import { clearSessionCookie, sessionTokenOf } from '#server/http/session-cookie.ts';
import { DONE } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/visitors.ts';
import { enterAsVisitor, loadVisitorToken } from './enter-as-visitor.ts';
import { leaveAsVisitor } from './leave-as-visitor.ts';
import { loadVisit } from './load-visitor-status.ts';
import { loadVisitorLinks } from './load-visitor-links.ts';
import { presentVisit } from './presenter.ts';
import { validateToken } from './validate-token.ts';

export function visitorRoutes(app: FastifyInstance): void {
  serve(app, contracts.getVisitorStatus, (ctx) => loadVisit(ctx));
  serve(app, contracts.enterAsVisitor, async (ctx, { params }, exchange) => {
    const { invitation, isInside } = await enterAsVisitor(ctx, params.token);
    if (!isInside) await beginSession(ctx, { invitationId: invitation.id }, exchange);
    return presentVisit(invitation);
  });
  serve(app, contracts.leaveAsVisitor, async (ctx, _input, { request, reply }) => {
    if (await leaveAsVisitor(ctx)) {
      await endSession(ctx, sessionTokenOf(request, ctx.config.secure));
      clearSessionCookie(reply, ctx.config.secure);
    }
    return DONE;
  });
  serve(app, contracts.getVisit, async (ctx, { params }) =>
    // The contract leaves out what a lookup does not tell.
    presentVisit(await loadVisitorToken(ctx, params.token)),
  );
  serve(app, contracts.validateToken, (ctx, { params }) => validateToken(ctx, params.token));
  serve(app, contracts.getVisitorLinks, (ctx, { params }) => loadVisitorLinks(ctx, params.id));
}

import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/sign-in/sessions.ts';
import { endAllSessions, endOtherSessions, endOwnSession } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';

export function sessionRoutes(app: FastifyInstance): void {
  serve(app, contracts.listSessions, (ctx) => listSessions(ctx));
  serve(app, contracts.endOwnSession, async (ctx, { params }) => {
    await endOwnSession(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.endOtherSessions, async (ctx) => {
    await endOtherSessions(ctx);
    return SUCCESS;
  });
  serve(app, contracts.endAllSessions, async (ctx, _input, { reply }) => {
    await endAllSessions(ctx);
    clearSessionCookie(reply, ctx.config.secure);
    return SUCCESS;
  });
}

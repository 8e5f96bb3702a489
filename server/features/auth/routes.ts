import type { FastifyInstance } from 'fastify';
import { endSession } from '#server/access/sessions.ts';
import { beginSession } from '#server/http/begin-session.ts';
import { serve } from '#server/http/serve.ts';
import { clearSessionCookie, sessionTokenOf } from '#server/http/session-cookie.ts';
import { DONE } from '#shared/contracts/fields.ts';
import { getPreferences, updatePreferences } from '#shared/contracts/preferences.ts';
import { getUser, login, logout, register as registration } from '#shared/contracts/session.ts';
import { loadSelf } from './load-self.ts';
import { changePreferences, loadPreferences } from './preferences.ts';
import { presentUser } from './presenter.ts';
import { register } from './register.ts';
import { signIn } from './sign-in.ts';

export function authRoutes(app: FastifyInstance): void {
  serve(app, getUser, async (ctx) => presentUser(await loadSelf(ctx)));
  serve(app, login, async (ctx, { body }, exchange) => {
    const user = await signIn(ctx, body);
    await beginSession(ctx, { userId: user.id }, exchange);
    return presentUser(user);
  });
  serve(app, registration, async (ctx, { body }, exchange) => {
    const user = await register(ctx, body);
    await beginSession(ctx, { userId: user.id }, exchange);
    return presentUser(user);
  });
  serve(app, logout, async (ctx, _input, { request, reply }) => {
    await endSession(ctx, sessionTokenOf(request, ctx.config.secure));
    clearSessionCookie(reply, ctx.config.secure);
    return DONE;
  });
  serve(app, getPreferences, (ctx) => loadPreferences(ctx));
  serve(app, updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
}

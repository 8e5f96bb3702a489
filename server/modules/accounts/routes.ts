import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '#server/http/session-cookie.ts';
import { DONE } from '#shared/contracts/fields/base-fields.ts';
import { getNotifications, updateNotifications } from '#shared/contracts/notifications.ts';
import { getPreferences, updatePreferences } from '#shared/contracts/preferences.ts';
import { updatePassword, updateProfile } from '#shared/contracts/profile.ts';
import { getUser, login, logout, register as registration } from '#shared/contracts/session.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { loadSelf } from './load-current-user.ts';
import { changeNotifications, loadNotifications } from './change-notification-preferences.ts';
import { changePreferences, loadPreferences } from './change-preferences.ts';
import { presentUser } from './presenter.ts';
import { register } from './register-account.ts';
import { renewSession } from './confirm-sign-in.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const userAgentOf = ({ request }: Exchange): string => request.headers['user-agent'] ?? '';

type Account = Parameters<typeof renewSession>[1];

async function letIn(ctx: Context, user: Account, exchange: Exchange): Promise<void> {
  const { secure } = ctx.config;
  const browser = { token: sessionTokenOf(exchange.request, secure), userAgent: userAgentOf(exchange) };
  setSessionCookie(exchange.reply, await renewSession(ctx, user, browser), secure);
}

export function authRoutes(app: FastifyInstance): void {
  serve(app, getUser, async (ctx) => presentUser(await loadSelf(ctx)));
  serve(app, login, async (ctx, { body }, exchange) => {
    const user = await signIn(ctx, body);
    await letIn(ctx, user, exchange);
    return presentUser(user);
  });
  serve(app, registration, async (ctx, { body }, exchange) => {
    const user = await register(ctx, body);
    await letIn(ctx, user, exchange);
    return presentUser(user);
  });
  serve(app, logout, async (ctx, _input, { request, reply }) => {
    await signOut(ctx, sessionTokenOf(request, ctx.config.secure));
    clearSessionCookie(reply, ctx.config.secure);
    return DONE;
  });
  serve(app, getPreferences, (ctx) => loadPreferences(ctx));
  serve(app, updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
  serve(app, updateProfile, async (ctx, { body }) => presentUser(await changeProfile(ctx, body)));
  serve(app, updatePassword, async (ctx, { body }, exchange) => {
    const token = await changePassword(ctx, body, userAgentOf(exchange));
    setSessionCookie(exchange.reply, token, ctx.config.secure);
    return DONE;
  });
  serve(app, getNotifications, (ctx) => loadNotifications(ctx));
  serve(app, updateNotifications, (ctx, { body }) => changeNotifications(ctx, body));
}

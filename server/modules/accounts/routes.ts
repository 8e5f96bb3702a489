import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { signDevice } from '#server/authorization/known-device.ts';
import { findSessionProof } from '#server/authorization/sign-in/reauthentication.ts';
import { hasSecondFactor, mustSetUpFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import {
  clearSessionCookie,
  readDeviceToken,
  readSessionToken,
  setChallengeCookie,
  setDeviceCookie,
} from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { getNotifications, updateNotifications } from '#shared/contracts/notifications.ts';
import { getPreferences, updatePreferences } from '#shared/contracts/preferences.ts';
import { updatePassword, updateProfile } from '#shared/contracts/profile.ts';
import { getUser, login, logout, register as registration } from '#shared/contracts/session.ts';
import {
  changeNotificationPreferences,
  loadNotificationPreferences,
} from './change-notification-preferences.ts';
import { preparePasswordChange } from './change-password.ts';
import { changePreferences, loadPreferences } from './change-preferences.ts';
import { changeProfile } from './change-profile.ts';
import { confirmSignIn, type SignIn } from './confirm-sign-in.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { presentSignedInUser, presentUser } from './presenter.ts';
import { registerAccount } from './register-account.ts';
import { secondFactorDue } from './second-factor/second-factor-due.ts';
import { createChallenge } from './second-factor/sign-in-challenge.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

async function establishUserSession(ctx: Context, signIn: SignIn, exchange: Exchange): Promise<void> {
  await establishSession(ctx, { userId: signIn.user.id }, exchange, (ctx, userAgent) =>
    confirmSignIn(ctx, signIn, userAgent),
  );
  setDeviceCookie(exchange.reply, signDevice(ctx, signIn.user), ctx.config.secure);
}

export function accountRoutes(app: FastifyInstance): void {
  serve(app, getUser, async (ctx) =>
    presentSignedInUser(
      await loadCurrentUser(ctx),
      ctx.actor.kind === 'user' && ctx.actor.mustSetUpFactor === true,
    ),
  );
  serve(app, login, async (ctx, { body }, exchange) => {
    const { secure } = ctx.config;
    const signedIn = await signIn(ctx, body, readDeviceToken(exchange.request, secure));
    if (await hasSecondFactor(ctx, signedIn.user.id)) {
      setChallengeCookie(exchange.reply, await createChallenge(ctx, signedIn), secure);
      throw await secondFactorDue(ctx, signedIn.user.id);
    }
    await establishUserSession(ctx, signedIn, exchange);
    return presentSignedInUser(signedIn.user, await mustSetUpFactor(ctx, signedIn.user.id));
  });
  serve(app, registration, async (ctx, { body }, exchange) => {
    const user = await registerAccount(ctx, body);
    await establishUserSession(ctx, { user }, exchange);
    return presentSignedInUser(user, await mustSetUpFactor(ctx, user.id));
  });
  serve(app, logout, async (ctx, _input, { request, reply }) => {
    await signOut(ctx, readSessionToken(request, ctx.config.secure));
    clearSessionCookie(reply, ctx.config.secure);
    // Not the storage, which keeps choices of this browser, nor the cookies, of which one marks it as a known device.
    reply.header('clear-site-data', '"cache"');
    return SUCCESS;
  });
  serve(app, getPreferences, (ctx) => loadPreferences(ctx));
  serve(app, updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
  serve(app, updateProfile, async (ctx, { body }) => presentUser(await changeProfile(ctx, body)));
  serve(app, updatePassword, async (ctx, { body }, exchange) => {
    const change = await preparePasswordChange(ctx, body);
    const { assurance } = await findSessionProof(ctx);
    await establishSession(ctx, { userId: change.account.id, assurance }, exchange, change.apply);
    setDeviceCookie(exchange.reply, signDevice(ctx, change.account), ctx.config.secure);
    return SUCCESS;
  });
  serve(app, getNotifications, (ctx) => loadNotificationPreferences(ctx));
  serve(app, updateNotifications, (ctx, { body }) => changeNotificationPreferences(ctx, body));
}

import type { FastifyInstance } from 'fastify';
import { signDevice } from '#server/authorization/known-device.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import {
  clearPasskeyCookie,
  readDeviceToken,
  readPasskeyToken,
  renewSessionCookie,
  setDeviceCookie,
  setPasskeyCookie,
} from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/sign-in/passkeys.ts';
import { releaseSignInStart } from '../limit-sign-in-starts.ts';
import { presentUser } from '../presenter.ts';
import { addPasskey, startPasskeySetup } from './add-passkey.ts';
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './manage-passkeys.ts';
import { preparePasskeySignIn, startPasskeySignIn } from './sign-in-with-passkey.ts';

export function passkeyRoutes(app: FastifyInstance): void {
  serve(app, contracts.listPasskeys, (ctx) => listOwnPasskeys(ctx));
  serve(app, contracts.startPasskeySetup, async (ctx, _input, { reply }) => {
    const { token, options } = await startPasskeySetup(ctx);
    setPasskeyCookie(reply, token, ctx.config.secure);
    return options;
  });
  serve(app, contracts.addPasskey, async (ctx, { body }, { request, reply }) => {
    const { secure } = ctx.config;
    const { added, token } = await addPasskey(ctx, body, readPasskeyToken(request, secure));
    renewSessionCookie(reply, token, secure);
    clearPasskeyCookie(reply, secure);
    return added;
  });
  serve(app, contracts.renamePasskey, (ctx, { params, body }) => renameOwnPasskey(ctx, params.id, body.name));
  serve(app, contracts.removePasskey, async (ctx, { params }) => {
    await removeOwnPasskey(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.startPasskeySignIn, async (ctx, _input, { reply }) => {
    const { token, options } = await startPasskeySignIn(ctx);
    setPasskeyCookie(reply, token, ctx.config.secure);
    return options;
  });
  serve(app, contracts.signInWithPasskey, async (ctx, { body }, exchange) => {
    const { secure } = ctx.config;
    const { user, apply } = await preparePasskeySignIn(ctx, body.credential, {
      challengeToken: readPasskeyToken(exchange.request, secure),
      deviceToken: readDeviceToken(exchange.request, secure),
    });
    await establishSession(ctx, { userId: user.id, assurance: 'passkey' }, exchange, apply);
    await releaseSignInStart(ctx);
    clearPasskeyCookie(exchange.reply, secure);
    setDeviceCookie(exchange.reply, signDevice(ctx, user), secure);
    return presentUser(user);
  });
}

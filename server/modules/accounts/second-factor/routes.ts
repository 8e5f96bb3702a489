import type { FastifyInstance } from 'fastify';
import { signDevice } from '#server/authorization/known-device.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import {
  clearChallengeCookie,
  readChallengeToken,
  readDeviceToken,
  readPasskeyToken,
  renewSessionCookie,
  setDeviceCookie,
} from '#server/http/session-cookie.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/sign-in/factors.ts';
import { presentUser } from '../presenter.ts';
import { prepareSecondFactor } from './complete-sign-in.ts';
import { reauthenticate } from './reauthenticate.ts';
import { removeOwnFactor } from './remove-factor.ts';
import { countOwnRecoveryCodes, replaceRecoveryCodes } from './replace-recovery-codes.ts';
import { confirmFactor, listFactors, startFactorSetup } from './set-up-factor.ts';

export function secondFactorRoutes(app: FastifyInstance): void {
  serve(app, contracts.completeLogin, async (ctx, { body }, exchange) => {
    const { secure } = ctx.config;
    const { user, apply } = await prepareSecondFactor(ctx, body.code, {
      challengeToken: readChallengeToken(exchange.request, secure),
      deviceToken: readDeviceToken(exchange.request, secure),
    });
    await establishSession(ctx, { userId: user.id, assurance: 'second-factor' }, exchange, apply);
    clearChallengeCookie(exchange.reply, secure);
    setDeviceCookie(exchange.reply, signDevice(ctx, user), secure);
    return presentUser(user);
  });
  serve(app, contracts.listFactors, (ctx) => listFactors(ctx));
  serve(app, contracts.startFactorSetup, (ctx) => startFactorSetup(ctx));
  serve(app, contracts.confirmFactor, async (ctx, { params, body }, { reply }) => {
    const { recoveryCodes, token } = await confirmFactor(ctx, params.id, body.code);
    renewSessionCookie(reply, token, ctx.config.secure);
    return { recoveryCodes };
  });
  serve(app, contracts.removeFactor, async (ctx, { params }) => {
    await removeOwnFactor(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.countRecoveryCodes, async (ctx) => ({ left: await countOwnRecoveryCodes(ctx) }));
  serve(app, contracts.replaceRecoveryCodes, async (ctx) => ({
    recoveryCodes: await replaceRecoveryCodes(ctx),
  }));
  serve(app, contracts.reauthenticate, async (ctx, { body }, { request, reply }) => {
    const { secure } = ctx.config;
    const { until, token } = await reauthenticate(ctx, body, readPasskeyToken(request, secure));
    renewSessionCookie(reply, token, secure);
    return { until: until.toISOString() };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { endSession } from '#server/authorization/sessions.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { serve } from '#server/http/serve.ts';
import {
  clearLinkAttemptCookie,
  clearLinkDeviceCookie,
  clearSessionCookie,
  readLinkAttemptToken,
  readLinkDeviceToken,
  readSessionToken,
  setLinkAttemptCookie,
  setLinkDeviceCookie,
} from '#server/http/session-cookie.ts';
import { loadStatusOfVisit } from '#server/modules/visitors/load-visitor-status.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/links/link-access.ts';
import { leaveLink, loadAccessPage, loadRemainingSteps } from './access-page.ts';
import type { BrowserTokens } from './devices/remembered-device.ts';
import { enterLink } from './enter-link.ts';
import { submitCode } from './submit-code.ts';
import { submitEmail } from './submit-email.ts';
import { submitPassword } from './submit-password.ts';
import { submitTerms } from './submit-terms.ts';

const tokensOf = ({ config }: Context, request: FastifyRequest, slug: string): BrowserTokens => ({
  attempt: readLinkAttemptToken(request, config.secure),
  device: readLinkDeviceToken(request, slug, config.secure),
});

export function linkAccessRoutes(app: FastifyInstance): void {
  serve(app, contracts.getLinkAccess, (ctx, { params }, { request }) =>
    loadAccessPage(ctx, params.slug, tokensOf(ctx, request, params.slug)),
  );
  serve(app, contracts.submitLinkPassword, async (ctx, { params, body }, { request, reply }) => {
    const token = readLinkAttemptToken(request, ctx.config.secure);
    const renewed = await submitPassword(ctx, params.slug, { ...body, token });
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    return loadRemainingSteps(ctx, params.slug, { attempt: renewed, device: undefined });
  });
  serve(app, contracts.submitLinkEmail, async (ctx, { params, body }, { request, reply }) => {
    const token = readLinkAttemptToken(request, ctx.config.secure);
    const renewed = await submitEmail(ctx, params.slug, { ...body, token });
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    return loadRemainingSteps(ctx, params.slug, { attempt: renewed, device: undefined });
  });
  serve(app, contracts.submitLinkCode, async (ctx, { params, body }, { request, reply }) => {
    const token = readLinkAttemptToken(request, ctx.config.secure);
    const renewed = await submitCode(ctx, params.slug, { ...body, token });
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    return loadRemainingSteps(ctx, params.slug, { attempt: renewed, device: undefined });
  });
  serve(app, contracts.submitLinkTerms, async (ctx, { params, body }, { request, reply }) => {
    const tokens = tokensOf(ctx, request, params.slug);
    const userAgent = request.headers['user-agent'] ?? '';
    const renewed = await submitTerms(ctx, params.slug, { ...body, tokens, userAgent });
    if (renewed === undefined) return { steps: [] };
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    return loadRemainingSteps(ctx, params.slug, { ...tokens, attempt: renewed });
  });
  serve(app, contracts.enterLink, async (ctx, { params }, exchange) => {
    const tokens = tokensOf(ctx, exchange.request, params.slug);
    const { ownVisit, admit } = await enterLink(ctx, params.slug, tokens);
    if (ownVisit !== undefined) return loadStatusOfVisit(ctx, ownVisit);
    // One transaction: a session never exists without the admission, and a change of the link sees both or neither.
    const { invitationId, joinsGroup, device } = await transaction(ctx, async (ctx) => {
      const admitted = await admit(ctx, exchange.request.headers['user-agent'] ?? '');
      await establishSession(ctx, admitted, exchange);
      return admitted;
    });
    clearLinkAttemptCookie(exchange.reply, ctx.config.secure);
    if (device) setLinkDeviceCookie(exchange.reply, params.slug, device, ctx.config.secure);
    return loadStatusOfVisit(ctx, invitationId, { joinsGroup });
  });
  serve(app, contracts.leaveLink, async (ctx, { params }, { request, reply }) => {
    const { secure } = ctx.config;
    const isVisit = await leaveLink(ctx, params.slug, tokensOf(ctx, request, params.slug));
    clearLinkAttemptCookie(reply, secure);
    clearLinkDeviceCookie(reply, params.slug, secure);
    if (isVisit) {
      await audit(ctx, { action: 'visitor.leave' });
      await endSession(ctx, readSessionToken(request, secure));
      clearSessionCookie(reply, secure);
    }
    return SUCCESS;
  });
}

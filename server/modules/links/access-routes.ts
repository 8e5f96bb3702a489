import type { FastifyInstance, FastifyRequest } from 'fastify';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { endSession } from '#server/authorization/sessions.ts';
import { serve } from '#server/http/serve.ts';
import {
  clearLinkAttemptCookie,
  clearLinkDeviceCookie,
  clearSessionCookie,
  readLinkAttemptToken,
  readLinkDeviceToken,
  readSessionToken,
  setLinkAttemptCookie,
} from '#server/http/session-cookie.ts';
import { sendBrandImage } from '#server/modules/brand/send-brand-image.ts';
import { drawDocumentPage, readDocument } from '#server/modules/terms/documents/open-document.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/links/link-access.ts';
import {
  leaveLink,
  loadAccessPage,
  loadImageOfLink,
  loadRemainingSteps,
  loadShownTerms,
} from './access-page.ts';
import type { BrowserTokens } from './devices/remembered-device.ts';
import { submitCode } from './submit-code.ts';
import { submitEmail } from './submit-email.ts';
import { submitPassword } from './submit-password.ts';
import { submitTerms } from './submit-terms.ts';
import { openVisit } from './visitors/open-visit.ts';
import { prepareVisit } from './visitors/prepare-visit.ts';

const tokensOf = ({ config }: Context, request: FastifyRequest, slug: string): BrowserTokens => ({
  attempt: readLinkAttemptToken(request, config.secure),
  device: readLinkDeviceToken(request, slug, config.secure),
});

export function linkAccessRoutes(app: FastifyInstance): void {
  serve(app, contracts.getLinkAccess, (ctx, { params }, { request }) =>
    loadAccessPage(ctx, params.slug, tokensOf(ctx, request, params.slug)),
  );
  serve(app, contracts.viewLinkBrandImage, async (ctx, { params }, { reply }) =>
    sendBrandImage(reply, await loadImageOfLink(ctx, params.slug, params.token)),
  );
  stepRoutes(app);
  termsDocumentRoutes(app);
  visitRoutes(app);
}

/** The steps that a link asks for before it admits somebody. */
function stepRoutes(app: FastifyInstance): void {
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
    // The request does not wait for it, so neither the answer nor its time depends on the address.
    void prepareVisit(ctx, params.slug);
    return loadRemainingSteps(ctx, params.slug, { attempt: renewed, device: undefined });
  });
  serve(app, contracts.submitLinkCode, async (ctx, { params, body }, exchange) => {
    const { request, reply } = exchange;
    const token = readLinkAttemptToken(request, ctx.config.secure);
    const renewed = await submitCode(ctx, params.slug, { code: body.code, token });
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    const tokens = { attempt: renewed, device: undefined };
    const remaining = await loadRemainingSteps(ctx, params.slug, tokens);
    if (!body.enter || remaining.steps.length > 0) return remaining;
    return { ...remaining, visit: await openVisit(ctx, params.slug, tokens, exchange) };
  });
  serve(app, contracts.submitLinkTerms, async (ctx, { params, body }, { request, reply }) => {
    const tokens = tokensOf(ctx, request, params.slug);
    const userAgent = request.headers['user-agent'] ?? '';
    const renewed = await submitTerms(ctx, params.slug, { ...body, tokens, userAgent });
    if (renewed === undefined) return { steps: [] };
    setLinkAttemptCookie(reply, renewed, ctx.config.secure);
    return loadRemainingSteps(ctx, params.slug, { ...tokens, attempt: renewed });
  });
}

function termsDocumentRoutes(app: FastifyInstance): void {
  serve(app, contracts.getLinkTermsDocument, async (ctx, { params: { slug }, query }, { request }) =>
    readDocument(ctx, await loadShownTerms(ctx, slug, { ...query, tokens: tokensOf(ctx, request, slug) })),
  );
  serve(app, contracts.viewLinkTermsPage, async (ctx, { params, query }, { request, reply }) => {
    const { slug, page } = params;
    const { termsVersionId, width } = query;
    const tokens = tokensOf(ctx, request, slug);
    const terms = await loadShownTerms(ctx, slug, { termsVersionId, tokens });
    reply.header('content-type', 'image/jpeg').header('cache-control', 'private, no-store');
    return reply.send(await drawDocumentPage(ctx, terms, { page, width }));
  });
}

function visitRoutes(app: FastifyInstance): void {
  serve(app, contracts.enterLink, (ctx, { params }, exchange) =>
    openVisit(ctx, params.slug, tokensOf(ctx, exchange.request, params.slug), exchange),
  );
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

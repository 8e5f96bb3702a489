import { type Context, transaction } from '#server/app/context.ts';
import { findActor } from '#server/authorization/sign-in/find-session.ts';
import { establishSession } from '#server/http/establish-session.ts';
import type { Exchange } from '#server/http/serve.ts';
import { clearLinkAttemptCookie, setLinkDeviceCookie } from '#server/http/session-cookie.ts';
import { signFirstPage } from '#server/modules/files/pages/first-page.ts';
import { loadStatusOfVisit } from '#server/modules/visitors/load-visitor-status.ts';
import type { LinkVisit } from '#shared/contracts/links/link-access.ts';
import type { BrowserTokens } from '../devices/remembered-device.ts';
import { enterLink } from '../enter-link.ts';
import { admitVisitor } from './admit-visitor.ts';

/**
 * Lets a browser in that has completed every step, with a session of its own unless it is in already; returns what it may see.
 */
export async function openVisit(
  ctx: Context,
  slug: string,
  tokens: BrowserTokens,
  exchange: Exchange,
): Promise<LinkVisit> {
  const { secure } = ctx.config;
  const entry = await enterLink(ctx, slug, tokens);
  if ('ownVisit' in entry) return withFirstPage(ctx, await loadStatusOfVisit(ctx, entry.ownVisit));
  // One transaction: a session never exists without the admission, and a change of the link sees both or neither.
  const { admission, token } = await transaction(ctx, async (ctx) => {
    const admission = await admitVisitor(ctx, entry, exchange.request.headers['user-agent'] ?? '');
    return { admission, token: await establishSession(ctx, admission, exchange) };
  });
  const { invitationId, joinsGroup, device } = admission;
  clearLinkAttemptCookie(exchange.reply, secure);
  if (device) setLinkDeviceCookie(exchange.reply, slug, device, secure);
  const status = await loadStatusOfVisit(ctx, invitationId, { joinsGroup });
  return withFirstPage({ ...ctx, sessionToken: token, actor: await findActor(ctx, token) }, status);
}

/** Adds the address of the first page, which the browser would learn by two further requests. */
async function withFirstPage(ctx: Context, visit: LinkVisit): Promise<LinkVisit> {
  const firstPage = visit.fileId === null ? undefined : await signFirstPage(ctx, visit.fileId);
  return { ...visit, ...(firstPage !== undefined && { firstPage }) };
}

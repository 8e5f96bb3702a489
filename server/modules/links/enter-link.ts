import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { countWithinLimit } from '#server/authorization/rate-limits.ts';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import { findLinkOfInvitation } from './admission-queries.ts';
import { type Attempt, incomplete, loadAttempt, remainingSteps } from './attempt.ts';
import type { BrowserTokens } from './devices/remembered-device.ts';
import { loadOpenLink, type OpenLink } from './load-open-link.ts';

/** Returns the link's invitation row of the visitor who makes the request, or undefined. */
export async function findOwnVisit(
  ctx: Context,
  link: { readonly row: Pick<OpenLink['row'], 'id'> },
): Promise<number | undefined> {
  const { actor } = ctx;
  if (actor.kind !== 'visitor') return undefined;
  const linkId = await findLinkOfInvitation(ctx.db, actor.invitationId);
  return linkId === link.row.id ? actor.invitationId : undefined;
}

/** A browser that is in already, by the invitation row of its visit, or that may be admitted. */
type Entry = { readonly ownVisit: number } | { readonly link: OpenLink; readonly attempt: Attempt };

/** Checks that a browser may enter. */
export async function enterLink(ctx: Context, slug: string, tokens: BrowserTokens): Promise<Entry> {
  if (ctx.actor.kind === 'user')
    throw new AppError('conflict', `${ALREADY_LOGGED_IN}: log out first to use this link.`);
  const link = await loadOpenLink(ctx, slug);
  const ownVisit = await findOwnVisit(ctx, link);
  const attempt = await loadAttempt(ctx, link, tokens);
  if (ownVisit !== undefined) {
    if (ctx.actor.kind === 'visitor' && ctx.actor.mustAcceptTerms) throw incomplete();
    return { ownVisit };
  }
  if (remainingSteps(link, attempt).length > 0) throw incomplete();
  await countWithinLimit(ctx, { kind: 'link-entry', name: ctx.address });
  return { link, attempt };
}

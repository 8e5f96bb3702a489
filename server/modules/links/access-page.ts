import type { Context } from '#server/app/context.ts';
import { loadBrand } from '#server/modules/settings/brand.ts';
import type { CurrentTerms } from '#server/modules/terms/acceptances/accept-terms.ts';
import type { LinkAccess, RemainingSteps } from '#shared/contracts/links/link-access.ts';
import type { LinkStep } from '#shared/domain/link-steps.ts';
import { removeAttempt } from './access-queries.ts';
import { hashAttemptToken, loadAttempt, remainingSteps } from './attempt.ts';
import { findOwnVisit } from './enter-link.ts';
import { loadOpenLink, type OpenLink } from './load-open-link.ts';
import { countOnLink } from './visitors/count-queries.ts';

/** Returns what the access page shows. A visitor who is in has no steps left. */
export async function loadAccessPage(
  ctx: Context,
  slug: string,
  token: string | undefined,
): Promise<LinkAccess> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, token);
  const isIn = (await findOwnVisit(ctx, link)) !== undefined;
  if (!isIn && token === undefined) await countOnLink(ctx.db, link.row.id, 'opened');
  const steps = isIn ? remainingInVisit(ctx) : remainingSteps(link, attempt);
  return {
    sender: link.sender,
    brand: await loadBrand(ctx),
    greeting: link.settings.greeting || null,
    steps,
    email: attempt.row?.email || null,
    ...(link.terms && steps[0] === 'terms' && { terms: presentTerms(link, link.terms) }),
  };
}

const remainingInVisit = ({ actor }: Context): LinkStep[] =>
  actor.kind === 'visitor' && actor.mustAcceptTerms ? ['terms'] : [];

const presentTerms = ({ settings }: OpenLink, { id, name, text }: CurrentTerms) => ({
  versionId: id,
  name,
  text,
  requireSignature: settings.requireSignature,
});

/** Returns the steps that remain after one was completed. */
export async function loadRemainingSteps(ctx: Context, slug: string, token: string): Promise<RemainingSteps> {
  const link = await loadOpenLink(ctx, slug);
  return { steps: remainingSteps(link, await loadAttempt(ctx, link, token)) };
}

/** Forgets the steps of a browser. Returns whether its session belongs to the link, so that it ends too. */
export async function leaveLink(ctx: Context, slug: string, token: string | undefined): Promise<boolean> {
  const link = await loadOpenLink(ctx, slug);
  if (token !== undefined) await removeAttempt(ctx.db, hashAttemptToken(token));
  return (await findOwnVisit(ctx, link)) !== undefined;
}

import type { Context } from '#server/app/context.ts';
import { findRoomOfLink } from '#server/authorization/links/room-of-link.ts';
import { loadBrand, loadBrandImage, loadRoomBrand } from '#server/modules/settings/brand.ts';
import type { CurrentTerms } from '#server/modules/terms/acceptances/accept-terms.ts';
import type { LinkAccess, RemainingSteps } from '#shared/contracts/links/link-access.ts';
import type { Brand } from '#shared/contracts/start/brand.ts';
import type { LinkStep } from '#shared/domain/link-steps.ts';
import { findAttemptByHash, findLinkId, removeAttempt } from './access-queries.ts';
import { type Attempt, hashAttemptToken, incomplete, loadAttempt, remainingSteps } from './attempt.ts';
import { type BrowserTokens, forgetDevice } from './devices/remembered-device.ts';
import { findOwnVisit } from './enter-link.ts';
import { loadOpenLink, notAvailable, type OpenLink } from './load-open-link.ts';
import { hashSlug } from './slug.ts';
import { termsChanged } from './submit-terms.ts';
import { countOnLink } from './visitors/count-queries.ts';

/** Returns what the access page shows. A visitor who is in has no steps left. */
export async function loadAccessPage(ctx: Context, slug: string, tokens: BrowserTokens): Promise<LinkAccess> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, tokens);
  const isIn = (await findOwnVisit(ctx, link)) !== undefined;
  const isNew = tokens.attempt === undefined && attempt.device === undefined;
  if (!isIn && isNew) await countOnLink(ctx.db, link.row.id, 'opened');
  const steps = stepsLeft(ctx, link, { attempt, isIn });
  return {
    sender: link.sender,
    greeting: link.settings.greeting || null,
    brand: await loadBrandOf(ctx, slug, link.row),
    steps,
    email: (attempt.row ?? attempt.device)?.email || null,
    ...(ctx.actor.kind === 'user'
      ? { mustLogOut: true as const }
      : link.terms && steps[0] === 'terms' && { terms: presentTerms(link, link.terms) }),
  };
}

/** The brand of the room, or else of the installation, with the name of the room, so that visitors know what they open. */
async function loadBrandOf(ctx: Context, slug: string, link: OpenLink['row']): Promise<Brand> {
  const room = await findRoomOfLink(ctx, link);
  if (!room) return loadBrand(ctx);
  return { ...(await loadRoomBrand(ctx, room.id, `/api/link-access/${slug}/brand`)), name: room.name };
}

/** Returns an image of the brand of the room that an open link leads into. */
export async function loadImageOfLink(ctx: Context, slug: string, token: string): Promise<Buffer> {
  const { row } = await loadOpenLink(ctx, slug);
  const room = await findRoomOfLink(ctx, row);
  if (!room) throw notAvailable();
  return loadBrandImage(ctx, room.id, token);
}

const remainingInVisit = ({ actor }: Context): LinkStep[] =>
  actor.kind === 'visitor' && actor.mustAcceptTerms ? ['terms'] : [];

const stepsLeft = (
  ctx: Context,
  link: OpenLink,
  { attempt, isIn }: { attempt: Attempt; isIn: boolean },
): LinkStep[] => (isIn ? remainingInVisit(ctx) : remainingSteps(link, attempt));

const presentTerms = (
  { settings }: OpenLink,
  { id, name, text, document_name: documentName, document_pages: pages }: CurrentTerms,
) => ({
  versionId: id,
  name,
  ...(documentName !== null && pages !== null
    ? { text: '', document: { name: documentName, pages } }
    : { text }),
  requireSignature: settings.requireSignature,
});

/** Loads the terms for a browser that may read them: while they are its next step. */
export async function loadShownTerms(
  ctx: Context,
  slug: string,
  { termsVersionId, tokens }: { termsVersionId: number; tokens: BrowserTokens },
): Promise<CurrentTerms> {
  const link = await loadOpenLink(ctx, slug);
  const attempt = await loadAttempt(ctx, link, tokens);
  const isIn = (await findOwnVisit(ctx, link)) !== undefined;
  if (!link.terms || stepsLeft(ctx, link, { attempt, isIn })[0] !== 'terms') throw incomplete();
  if (link.terms.id !== termsVersionId) throw termsChanged();
  return link.terms;
}

/** Returns the steps that remain after one was completed. */
export async function loadRemainingSteps(
  ctx: Context,
  slug: string,
  tokens: BrowserTokens,
): Promise<RemainingSteps> {
  const link = await loadOpenLink(ctx, slug);
  return { steps: remainingSteps(link, await loadAttempt(ctx, link, tokens)) };
}

/**
 * Forgets the steps of a browser, also those that the link remembers. Returns whether its session belongs to the link, so that it
 * ends too. A browser of the link can leave it while it is closed; any other request is answered as the access page is.
 */
export async function leaveLink(ctx: Context, slug: string, tokens: BrowserTokens): Promise<boolean> {
  const id = await findLinkId(ctx.db, hashSlug(slug));
  const isVisit = id !== undefined && (await findOwnVisit(ctx, { row: { id } })) !== undefined;
  const wasRemembered = id !== undefined && (await forgetDevice(ctx, id, tokens.device));
  const hash = tokens.attempt === undefined ? undefined : hashAttemptToken(tokens.attempt);
  const attempt = hash && (await findAttemptByHash(ctx.db, hash));
  const isOwn = isVisit || wasRemembered || (attempt !== undefined && attempt.link_id === id);
  if (!isOwn) await loadOpenLink(ctx, slug);
  if (hash) await removeAttempt(ctx.db, hash);
  return isVisit;
}

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LinkRow } from '#server/authorization/links/load-link.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { type CurrentTerms, loadCurrentTerms } from '#server/modules/terms/acceptances/accept-terms.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findOpenLink, hasReachableTarget } from './access-queries.ts';
import { findLinkOfInvitation } from './admission-queries.ts';
import { type LinkSettings, listSteps, parseSettings } from './link-settings.ts';
import { hashSlug } from './slug.ts';

/** A link whose access page is open. */
export interface OpenLink {
  readonly row: LinkRow;
  readonly settings: LinkSettings;
  /** The username of its owner. */
  readonly sender: string;
  /** The current version of the terms that it asks for. */
  readonly terms: CurrentTerms | undefined;
}

export const notAvailable = () => new AppError('not-found', 'This link is not available.');

/**
 * Loads a link by its slug. Every reason for which a link is closed is answered like a slug that was never used, and counts
 * as a guess: too many of them block the network.
 */
export async function loadOpenLink(ctx: Context, slug: string): Promise<OpenLink> {
  const counted: RateLimitKey[] = [{ kind: 'token', name: ctx.address }];
  await assertRateLimit(ctx, counted);
  const link = await findReachable(ctx, slug);
  if (link) return assertStarted(ctx, link);
  await countAttempt(ctx, counted);
  throw notAvailable();
}

function assertStarted(ctx: Context, link: OpenLink): OpenLink {
  const { starts_at } = link.row;
  if (starts_at === null || starts_at <= ctx.now()) return link;
  // The visitor's time zone is unknown.
  const opening = isoInstant(starts_at).slice(0, 16).replace('T', ' ');
  throw new AppError('forbidden', `This link opens on ${opening} UTC.`);
}

async function findReachable(ctx: Context, slug: string): Promise<OpenLink | undefined> {
  const found = await findOpenLink(ctx.db, hashSlug(slug), ctx.now());
  if (!found) return undefined;
  const { sender, allows_public: allowsPublic, ...row } = found;
  const settings = parseSettings(row.settings);
  const asksForAddress = listSteps(settings).includes('email');
  if (!asksForAddress && !allowsPublic) return undefined;
  if (isUsedUp(row) && !(await isInLink(ctx, row.id))) return undefined;
  // A room that admits certain domains admits nobody whose address is not confirmed.
  const address = settings.requireCode ? undefined : '';
  if (!(await hasReachableTarget(ctx, row.id, address))) return undefined;
  const terms = row.terms_id === null ? undefined : await loadCurrentTerms(ctx, row.terms_id);
  return { row, settings, sender, terms };
}

const isUsedUp = ({ max_visits, visits }: LinkRow): boolean => max_visits !== null && visits >= max_visits;

/** Visitors stay in, and may accept new terms, after the visits are used up. */
const isInLink = async ({ db, actor }: Context, linkId: number): Promise<boolean> =>
  actor.kind === 'visitor' &&
  actor.viewAs === undefined &&
  (await findLinkOfInvitation(db, actor.invitationId)) === linkId;

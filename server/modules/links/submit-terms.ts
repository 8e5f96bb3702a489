import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { setAcceptedTerms } from '#server/authorization/links/set-accepted-terms.ts';
import { recordAcceptanceInVisit } from '#server/modules/terms/acceptances/accept-terms.ts';
import { assertReadable } from '#server/modules/terms/documents/open-document.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { submitLinkTerms } from '#shared/contracts/links/link-access.ts';
import { assertIsNext, incomplete, loadAttempt, saveProgress } from './attempt.ts';
import { type DeviceRow, setDeviceTerms } from './devices/device-queries.ts';
import type { BrowserTokens } from './devices/remembered-device.ts';
import { findOwnVisit } from './enter-link.ts';
import { loadOpenLink, type OpenLink } from './load-open-link.ts';
import { countOnLink } from './visitors/count-queries.ts';

export const termsChanged = () =>
  new AppError('conflict', 'The terms have changed. Please read the current version.');

type Acceptance = BodyOf<typeof submitLinkTerms> & { tokens: BrowserTokens; userAgent: string };

/**
 * Completes the terms step; returns the browser's new token. For a visitor who is in, or in a remembered browser, and was asked
 * again, it records the acceptance at once and returns no token.
 */
export async function submitTerms(
  ctx: Context,
  slug: string,
  { termsVersionId, typedName = '', tokens, userAgent }: Acceptance,
): Promise<string | undefined> {
  const link = await loadOpenLink(ctx, slug);
  const { terms } = link;
  if (terms?.id !== termsVersionId) {
    if (terms) await countOnLink(ctx.db, link.row.id, 'refused_terms');
    throw termsChanged();
  }
  assertReadable(terms);
  const ownVisit = await findOwnVisit(ctx, link);
  // Sent again, it changes nothing: one acceptance per session and version.
  if (ownVisit !== undefined && !mustAccept(ctx)) return undefined;
  const attempt = await loadAttempt(ctx, link, tokens);
  if (ownVisit === undefined) assertIsNext(link, attempt, 'terms');
  const name = parseSignature(link, typedName);
  if (ownVisit !== undefined) {
    await acceptInVisit(ctx, link, { invitationId: ownVisit, typedName: name, userAgent });
    return undefined;
  }
  if (attempt.device) {
    await acceptOnDevice(ctx, link, attempt.device, { typedName: name, userAgent });
    return undefined;
  }
  const completed = [...attempt.completed, 'terms' as const];
  return saveProgress(ctx, link, attempt, { completed, terms: { versionId: terms.id, typedName: name } });
}

const mustAccept = ({ actor }: Context): boolean =>
  actor.kind === 'visitor' && actor.mustAcceptTerms === true;

function parseSignature({ settings }: OpenLink, typedName: string): string | null {
  if (!settings.requireSignature) return null;
  if (typedName !== '') return typedName;
  const message = 'Type your name to sign';
  throw new AppError('invalid', message, { fields: { typedName: message } });
}

async function acceptInVisit(
  ctx: Context,
  { row, terms }: OpenLink,
  acceptance: { invitationId: number; typedName: string | null; userAgent: string },
): Promise<void> {
  if (!terms) return;
  await transaction(ctx, async (ctx) => {
    await recordAcceptanceInVisit(ctx, terms, { ...acceptance, linkId: row.id });
    await setAcceptedTerms(ctx, terms.id);
  });
}

async function acceptOnDevice(
  ctx: Context,
  { row, terms }: OpenLink,
  { token_hash, invitation_id: invitationId }: DeviceRow,
  acceptance: { typedName: string | null; userAgent: string },
): Promise<void> {
  if (!terms) return;
  await transaction(ctx, async (ctx) => {
    // The browser may have been forgotten meanwhile.
    if (!(await setDeviceTerms(ctx.db, token_hash, terms.id))) throw incomplete();
    await recordAcceptanceInVisit(ctx, terms, { ...acceptance, invitationId, linkId: row.id });
  });
}

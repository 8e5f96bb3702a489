import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import type { LinkRow } from '#server/authorization/links/load-link.ts';
import { countWithinLimit } from '#server/authorization/rate-limits.ts';
import { createToken } from '#server/modules/invitations/invitation-token.ts';
import {
  type CurrentTerms,
  loadCurrentTerms,
  recordAcceptance,
} from '#server/modules/terms/acceptances/accept-terms.ts';
import { NO_END } from '#server/modules/visitors/presenter.ts';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import { hasReachableTarget, removeAttempt } from './access-queries.ts';
import { isAllowedAddress } from './address-rules.ts';
import {
  countVisit,
  countVisitors,
  findLinkOfInvitation,
  findVisitor,
  insertVisitorInvitation,
  recordVisit,
  setInvitationOpen,
} from './admission-queries.ts';
import { type Attempt, incomplete, loadAttempt, remainingSteps } from './attempt.ts';
import { type DeviceRow, removeDevice } from './devices/device-queries.ts';
import { type BrowserTokens, type DeviceToken, rememberDevice } from './devices/remembered-device.ts';
import { type LinkSettings, parseSettings } from './link-settings.ts';
import { loadOpenLink, notAvailable, type OpenLink } from './load-open-link.ts';
import { allowDownload } from './update-link.ts';
import { joinGroup } from './visitors/join-group.ts';

/** Returns the link's invitation row of the visitor who makes the request, or undefined. */
export async function findOwnVisit(ctx: Context, link: OpenLink): Promise<number | undefined> {
  const { actor } = ctx;
  if (actor.kind !== 'visitor') return undefined;
  const linkId = await findLinkOfInvitation(ctx.db, actor.invitationId);
  return linkId === link.row.id ? actor.invitationId : undefined;
}

/**
 * Checks that a browser may enter. Returns its visit if it is in already; otherwise `admit`, which creates the visitor in the
 * transaction that also creates the session, and returns the invitation row.
 */
export async function enterLink(
  ctx: Context,
  slug: string,
  tokens: BrowserTokens,
): Promise<{
  ownVisit: number | undefined;
  admit: (ctx: Context, userAgent: string) => Promise<Admission>;
}> {
  if (ctx.actor.kind === 'user')
    throw new AppError('conflict', `${ALREADY_LOGGED_IN}: log out first to use this link.`);
  const link = await loadOpenLink(ctx, slug);
  const ownVisit = await findOwnVisit(ctx, link);
  const attempt = await loadAttempt(ctx, link, tokens);
  if (ownVisit === undefined) {
    if (remainingSteps(link, attempt).length > 0) throw incomplete();
    await countWithinLimit(ctx, { kind: 'link-entry', name: ctx.address });
  } else if (ctx.actor.kind === 'visitor' && ctx.actor.mustAcceptTerms) throw incomplete();
  return { ownVisit, admit: (ctx, userAgent) => admit(ctx, link, attempt, userAgent) };
}

/** The holder of the new session. */
interface Admission {
  readonly invitationId: number;
  readonly termsVersionId: number | null;
  readonly joinsGroup: boolean;
  /** Remembers the browser, if the link does. */
  readonly device: DeviceToken | undefined;
}

async function admit(
  ctx: Context,
  { row }: OpenLink,
  attempt: Attempt,
  userAgent: string,
): Promise<Admission> {
  const now = ctx.now();
  const link = await countVisit(ctx.db, row, now);
  if (!link) throw notAvailable();
  const terms = await findAcceptedTerms(ctx, link, attempt);
  await consumeAttempt(ctx, attempt);
  const { device } = attempt;
  const settings = parseSettings(link.settings);
  const person = attempt.row ?? device;
  const [email, emailKey] = [person?.email ?? '', person?.email_key ?? ''];
  // A list may have become shorter since, which a change of the link's requirements does not cover.
  if (emailKey !== '' && !isAllowedAddress(emailKey, settings)) throw notAvailable();
  const verified = attempt.completed.includes('code') ? 'code' : 'none';
  const confirmed = verified === 'code' ? emailKey : '';
  if (!(await hasReachableTarget(ctx.db, link.id, ctx, confirmed))) throw notAvailable();
  const visitor = { device, email, emailKey };
  const { known, invitationId } = await openInvitation(ctx, link, settings, visitor);
  if (link.group_id !== null)
    await joinGroup(ctx, link.group_id, { email, emailKey, invitationId, isConfirmed: confirmed !== '' });
  if (settings.alertOwner && !known)
    await publish(ctx, 'link.first_visit', { linkId: link.id, email, verified: verified === 'code' });
  const visit = { link_id: link.id, email, email_key: emailKey, verified_by: verified } as const;
  const visitorId = await recordVisit(ctx.db, known?.id, { ...visit, invitation_id: invitationId }, now);
  await audit(ctx, {
    action: 'visitor.enter',
    actor: { kind: 'visitor', invitationId, mayDownload: false },
    object: { kind: 'link', id: link.id, name: link.name },
    details: { verifiedBy: verified, ...(device && { remembered: true }) },
  });
  // A remembered browser accepted this version before.
  if (terms && !device)
    await recordAcceptance(ctx, terms, {
      linkId: link.id,
      invitationId,
      email,
      verifiedBy: verified,
      typedName: attempt.row?.typed_name ?? null,
      userAgent,
    });
  const remembered = await rememberDevice(ctx, {
    linkId: link.id,
    requirementsVersion: link.requirements_version,
    visitorId,
    termsVersionId: terms?.id ?? device?.terms_version_id ?? null,
    provedAt: device?.proved_at ?? now,
    settings,
  });
  return {
    invitationId,
    termsVersionId: terms?.id ?? null,
    joinsGroup: link.group_id !== null,
    device: remembered,
  };
}

/** Opens the invitation of a visitor who was here before, or a new one, for as long and as far as the link admits today. */
async function openInvitation(
  ctx: Context,
  link: LinkRow,
  settings: LinkSettings,
  { device, email, emailKey }: { device: DeviceRow | undefined; email: string; emailKey: string },
) {
  const known = await findKnownVisitor(ctx, link, { device, emailKey });
  const values = { expires_at: link.expires_at ?? NO_END, allow_download: allowDownload(link, settings) };
  const invitationId =
    known?.invitation_id ??
    (await insertVisitorInvitation(
      ctx.db,
      { ...values, ...createToken(ctx), link, email, emailKey },
      ctx.now(),
    ));
  await setInvitationOpen(ctx.db, invitationId, values);
  return { known, invitationId };
}

/** Ends the attempt, or the remembered browser's token, which is replaced: a copy of either admits nobody. */
async function consumeAttempt({ db }: Context, { row, device }: Attempt): Promise<void> {
  if (row && !(await removeAttempt(db, row.token_hash))) throw incomplete();
  if (device && !(await removeDevice(db, device.token_hash))) throw incomplete();
}

/** Returns the visitor who was here before; refuses a new one when the link is full. */
async function findKnownVisitor(
  { db }: Context,
  link: LinkRow,
  { device, emailKey }: { device: Attempt['device']; emailKey: string },
): Promise<{ id: number; invitation_id: number | null } | undefined> {
  if (device) return { id: device.visitor_id, invitation_id: device.invitation_id };
  const known = await findVisitor(db, link.id, emailKey);
  if (known || link.max_visitors === null) return known;
  // The row of the link is locked, so that no two visitors take the last place.
  if ((await countVisitors(db, link.id)) >= link.max_visitors) throw notAvailable();
  return undefined;
}

/** Returns the version that was accepted on the way in; refuses if another is current by now. */
async function findAcceptedTerms(
  ctx: Context,
  { terms_id: termsId }: LinkRow,
  { row, device }: Attempt,
): Promise<CurrentTerms | undefined> {
  if (termsId === null) return undefined;
  const terms = await loadCurrentTerms(ctx, termsId);
  if (!terms || (row ?? device)?.terms_version_id !== terms.id) throw incomplete();
  return terms;
}

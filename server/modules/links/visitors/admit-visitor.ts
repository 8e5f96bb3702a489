import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import type { LinkRow } from '#server/authorization/links/load-link.ts';
import { createToken } from '#server/modules/invitations/invitation-token.ts';
import {
  type CurrentTerms,
  loadCurrentTerms,
  recordAcceptance,
} from '#server/modules/terms/acceptances/accept-terms.ts';
import { NO_END } from '#server/modules/visitors/presenter.ts';
import { hasReachableTarget, removeAttempt } from '../access-queries.ts';
import { isAllowedAddress } from '../address-rules.ts';
import {
  countVisit,
  countVisitors,
  findVisitor,
  insertVisitorInvitation,
  recordVisit,
  setInvitationOpen,
} from '../admission-queries.ts';
import { type Attempt, incomplete } from '../attempt.ts';
import { type DeviceRow, removeDevice } from '../devices/device-queries.ts';
import { type DeviceToken, rememberDevice } from '../devices/remembered-device.ts';
import { type LinkSettings, parseSettings } from '../link-settings.ts';
import { notAvailable, type OpenLink } from '../load-open-link.ts';
import { allowDownload } from '../update-link.ts';
import { joinGroup } from './join-group.ts';

/** The holder of the new session. */
interface Admission {
  readonly invitationId: number;
  readonly termsVersionId: number | null;
  readonly joinsGroup: boolean;
  /** Remembers the browser, if the link does. */
  readonly device: DeviceToken | undefined;
}

/** The person who enters, as far as the link asked. */
interface Person {
  readonly device: DeviceRow | undefined;
  /** Empty without an address. */
  readonly email: string;
  readonly emailKey: string;
  readonly verifiedBy: 'code' | 'none';
}

/** Creates the visitor, in the transaction that also creates the session. */
export async function admitVisitor(
  ctx: Context,
  { link: { row }, attempt }: { link: OpenLink; attempt: Attempt },
  userAgent: string,
): Promise<Admission> {
  const now = ctx.now();
  const link = await countVisit(ctx.db, row, now);
  if (!link) throw notAvailable();
  const terms = await findAcceptedTerms(ctx, link, attempt);
  await consumeAttempt(ctx, attempt);
  const settings = parseSettings(link.settings);
  const person = identify(attempt);
  const { device, email, emailKey, verifiedBy } = person;
  await assertAdmitted(ctx, link, settings, person);
  const { known, invitationId } = await openInvitation(ctx, link, settings, person);
  if (link.group_id !== null) {
    const isConfirmed = confirmedKeyOf(person) !== '';
    await joinGroup(ctx, link.group_id, { email, emailKey, invitationId, isConfirmed });
  }
  if (settings.alertOwner && !known)
    await publish(ctx, 'link.first_visit', { linkId: link.id, email, verified: verifiedBy === 'code' });
  const visit = { link_id: link.id, email, email_key: emailKey, verified_by: verifiedBy } as const;
  const visitorId = await recordVisit(ctx.db, known?.id, { ...visit, invitation_id: invitationId }, now);
  await auditEntry(ctx, link, { person, invitationId });
  // A remembered browser accepted this version before.
  if (terms && !device) {
    const typedName = attempt.row?.typed_name ?? null;
    const accepted = { linkId: link.id, invitationId, email, verifiedBy, typedName, userAgent };
    await recordAcceptance(ctx, terms, accepted);
  }
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

function identify({ row, device, completed }: Attempt): Person {
  const named = row ?? device;
  return {
    device,
    email: named?.email ?? '',
    emailKey: named?.email_key ?? '',
    verifiedBy: completed.includes('code') ? 'code' : 'none',
  };
}

/** The key of an address that a code proved; empty without one. */
const confirmedKeyOf = ({ verifiedBy, emailKey }: Person): string => (verifiedBy === 'code' ? emailKey : '');

/** Refuses whom the link does not admit any more, and to whom it would show nothing. */
async function assertAdmitted(
  ctx: Context,
  link: LinkRow,
  settings: LinkSettings,
  person: Person,
): Promise<void> {
  // A list may have become shorter since, which a change of the link's requirements does not cover.
  if (person.emailKey !== '' && !isAllowedAddress(person.emailKey, settings)) throw notAvailable();
  if (!(await hasReachableTarget(ctx, link.id, confirmedKeyOf(person)))) throw notAvailable();
}

const auditEntry = (
  ctx: Context,
  link: LinkRow,
  { person, invitationId }: { person: Person; invitationId: number },
): Promise<void> =>
  audit(ctx, {
    action: 'visitor.enter',
    actor: { kind: 'visitor', invitationId, mayDownload: false },
    object: { kind: 'link', id: link.id, name: link.name },
    details: { verifiedBy: person.verifiedBy, ...(person.device && { remembered: true }) },
  });

/** Opens the invitation of a visitor who was here before, or a new one, for as long and as far as the link admits today. */
async function openInvitation(
  ctx: Context,
  link: LinkRow,
  settings: LinkSettings,
  { device, email, emailKey }: Person,
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

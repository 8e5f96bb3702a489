import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { findRoomNameForMembers } from '#server/authorization/groups/name-for-members.ts';
import { findOnlyRoomOfLink } from '#server/authorization/links/room-of-link.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { describeEnd, fillOwnText, findOwnText, type OwnText } from '#server/modules/mail/texts/own-text.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { LINK_CODE_DIGITS } from '#shared/domain/link-steps.ts';
import { type AttemptRow, findAttemptByHash, hasReachableTarget, setCode } from './access-queries.ts';
import { isAllowedAddress } from './address-rules.ts';
import { parseSettings } from './link-settings.ts';
import { findListedLink } from './queries.ts';
import { buildLinkUrl } from './slug.ts';
import { countOnLink } from './visitors/count-queries.ts';

export const CODE_LIFETIME_MS = 10 * 60 * 1000;

/** The purpose of the signing key, without which the few possible codes cannot be tried against a stolen database. */
const PURPOSE = 'muniment link code v1';

const hashCode = (key: Buffer, { token_hash, email_key }: AttemptRow, code: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([token_hash.toString('hex'), email_key, code]))
    .digest();

/** Returns whether the code is the one mailed for this attempt and address. */
export const isCodeOf = (
  { signingKeys }: Context,
  attempt: AttemptRow,
  code: string,
  codeHash: Buffer,
): boolean =>
  signingKeys
    .signingVersions()
    .some((version) =>
      timingSafeEqual(hashCode(signingKeys.derive(version, PURPOSE), attempt, code), codeHash),
    );

/** Mails a code to the address of an attempt if the link allows it. Does nothing for an attempt that has moved on. */
export function mailLinkCode(
  ctx: Context,
  { attempt: hash }: DomainEvents['link.code_requested'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const attempt = await findAttemptByHash(ctx.db, Buffer.from(hash, 'hex'));
    if (!attempt) return;
    const link = await findListedLink(ctx.db, attempt.link_id);
    if (!link) return;
    const isAllowed =
      isAllowedAddress(attempt.email_key, parseSettings(link.settings)) &&
      (await hasReachableTarget(ctx, link.id, attempt.email_key));
    if (!isAllowed) {
      await countOnLink(ctx.db, link.id, 'refused_email');
      return;
    }
    const code = String(randomInt(10 ** LINK_CODE_DIGITS)).padStart(LINK_CODE_DIGITS, '0');
    const key = ctx.signingKeys.derive(ctx.signingKeys.currentVersion(), PURPOSE);
    const expiresAt = ctx.now() + CODE_LIFETIME_MS;
    const isCurrent = await setCode(ctx.db, attempt, {
      code_hash: hashCode(key, attempt, code),
      expires_at: expiresAt,
    });
    // The normal form: what was typed may be read differently by a mail server.
    if (!isCurrent) return;
    const roomId = await findOnlyRoomOfLink(ctx, link.id);
    const { owner, encrypted_slug } = link;
    const mail = {
      address: attempt.email_key,
      code,
      owner,
      room:
        (roomId === undefined ? undefined : await findRoomNameForMembers(ctx, roomId)) ??
        (await findProductName(ctx, undefined)),
      url: buildLinkUrl(ctx, encrypted_slug),
      publicUrl: ctx.config.publicUrl,
      expiresAt,
      text: await findOwnText(ctx, roomId, 'link'),
    };
    await enqueueMail(ctx, attempt.email_key, { ...composeCode(mail), roomId });
  });
}

interface CodeMail {
  readonly address: string;
  readonly code: string;
  readonly owner: string;
  readonly room: string;
  readonly url: string;
  readonly publicUrl: string;
  readonly expiresAt: number;
  readonly text: OwnText | undefined;
}

/** Composes the mail with a code. An own text stands in place of the subject and before the code. */
export function composeCode({
  address,
  code,
  owner,
  room,
  url,
  publicUrl,
  expiresAt,
  text,
}: CodeMail): MailContent {
  const expires = describeEnd(expiresAt, { withTime: true });
  const own = text && fillOwnText(text, { recipient: address, sender: owner, room, link: url, expires });
  return {
    subject: own?.subject ?? `Your code for a link from ${owner}`,
    paragraphs: [
      ...(own?.paragraphs ?? []),
      `Your code is ${code}.`,
      'Enter it in the browser in which you asked for it. It is valid for ten minutes and works once. Do not pass it on.',
      ...(own ? [`The link is from ${owner}.`] : []),
    ],
    link: { label: 'Open the page of the link', url },
    reason: `You received this email because ${address} was entered at ${publicUrl}. If it was not you, ignore it: nobody gets in without the code.`,
  };
}

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { findOnlyRoomOfLink } from '#server/authorization/links/room-of-link.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { LINK_CODE_DIGITS } from '#shared/domain/link-steps.ts';
import { type AttemptRow, findAttemptByHash, hasReachableTarget, setCode } from './access-queries.ts';
import { isAllowedAddress } from './address-rules.ts';
import { parseSettings } from './link-settings.ts';
import { findListedLink, type ListedLink } from './queries.ts';
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
    const isCurrent = await setCode(ctx.db, attempt, {
      code_hash: hashCode(key, attempt, code),
      expires_at: ctx.now() + CODE_LIFETIME_MS,
    });
    // The normal form: what was typed may be read differently by a mail server.
    if (!isCurrent) return;
    const roomId = await findOnlyRoomOfLink(ctx, link.id);
    await enqueueMail(ctx, attempt.email_key, {
      ...composeCode(ctx, link, attempt.email_key, code),
      roomId,
    });
  });
}

const composeCode = (ctx: Context, link: ListedLink, address: string, code: string): MailContent => ({
  subject: `Your code for a link from ${link.owner}`,
  paragraphs: [
    `Your code is ${code}.`,
    'Enter it in the browser in which you asked for it. It is valid for ten minutes and works once. Do not pass it on.',
  ],
  link: { label: 'Open the page of the link', url: buildLinkUrl(ctx, link.encrypted_slug) },
  reason: `You received this email because ${address} was entered at ${ctx.config.publicUrl}. If it was not you, ignore it: nobody gets in without the code.`,
});

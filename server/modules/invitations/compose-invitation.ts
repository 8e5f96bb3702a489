import type { InvitationRow } from '#server/authorization/load-invitation.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { describeEnd, fillOwnText, type OwnText } from '#server/modules/mail/texts/own-text.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';

interface InvitationMail {
  inviter: string;
  isReminder: boolean;
  product: string;
  what: string;
  /** The room or the folder, as an own text calls it. */
  room: string;
  inviteUrl: string;
  text: OwnText | undefined;
}

/** Composes an invitation. An own text stands in place of the subject and the first sentence. */
export function composeInvitation(
  invitation: Pick<InvitationRow, 'role' | 'email' | 'expires_at'>,
  { inviter, isReminder, product, what, room, inviteUrl, text }: InvitationMail,
): MailContent {
  const isVisitor = invitation.role === 'visitor';
  const purpose = isVisitor ? `view ${what}` : `collaborate on ${what}`;
  const until = describeEnd(invitation.expires_at);
  const own =
    text &&
    fillOwnText(text, {
      recipient: invitation.email,
      sender: inviter,
      room,
      link: inviteUrl,
      expires: until,
    });
  return {
    subject: `${isReminder ? 'Reminder: ' : ''}${own?.subject ?? `${inviter} invites you to ${purpose}`}`,
    paragraphs: [
      ...(own?.paragraphs ?? [`${inviter} invites you to ${purpose} in ${product}, a secure data room.`]),
      isVisitor
        ? `You don't need an account. The link is valid until ${until}. Don't share it: anyone who has it can view the documents.`
        : `You need an account for this address. Create it with this link until ${until}.`,
    ],
    link: { label: isVisitor ? 'Open the documents' : 'Accept the invitation', url: inviteUrl },
    reason: `You received this email because ${inviter} entered ${invitation.email}. If you don't know them, ignore it.`,
  };
}

interface GroupInvitation {
  readonly email: string;
  readonly inviter: string;
  readonly room: string;
  readonly product: string;
  readonly url: string;
  readonly endsAt: number | null;
  readonly text: OwnText | undefined;
}

const endOf = (endsAt: number | null): string | undefined =>
  endsAt === null || endsAt >= NO_EXPIRY ? undefined : describeEnd(endsAt);

/** Composes the invitation of a visitor into a group of a room. */
export function composeGroupInvitation({
  email,
  inviter,
  room,
  product,
  url,
  endsAt,
  text,
}: GroupInvitation): MailContent {
  const end = endOf(endsAt);
  const own = text && fillOwnText(text, { recipient: email, sender: inviter, room, link: url, expires: end });
  const validity = end === undefined ? '' : ` The link is valid until ${end}.`;
  return {
    subject: own?.subject ?? `${inviter} invites you to the data room “${room}”`,
    paragraphs: [
      ...(own?.paragraphs ?? [
        `${inviter} invites you to the data room “${room}” in ${product}, a secure data room.`,
      ]),
      `You don't need an account.${validity} Don't share the link: anyone who has it can view the documents.`,
    ],
    link: { label: 'Open the documents', url },
    reason: `You received this email because ${inviter} entered ${email}. If you don't know them, ignore it.`,
  };
}

/** Composes the mail to somebody with an account who was added to a group of a room. */
export function composeWelcome({
  email,
  inviter,
  room,
  product,
  url,
  endsAt,
  text,
}: GroupInvitation): MailContent {
  const expires = endOf(endsAt);
  const own = text && fillOwnText(text, { recipient: email, sender: inviter, room, link: url, expires });
  return {
    subject: own?.subject ?? `${inviter} gave you access to the data room “${room}”`,
    paragraphs: own
      ? [...own.paragraphs, 'Sign in to see the documents.']
      : [`${inviter} gave you access to the data room “${room}” in ${product}. Sign in to see it.`],
    link: { label: 'Open the data room', url },
    reason: `You received this email because ${inviter} added your account.`,
  };
}

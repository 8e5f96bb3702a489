import type { Context } from '#server/app/context.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { personNameOf } from '#server/modules/accounts/present-person.ts';
import { composeDigest } from '#server/modules/digests/compose-digest.ts';
import { composeInvitation } from '#server/modules/invitations/compose-invitation.ts';
import { CODE_LIFETIME_MS, composeCode } from '#server/modules/links/mail-code.ts';
import { composeMail, type MailContent } from '#server/modules/mail/compose-mail.ts';
import { findOwnText, type OwnText } from '#server/modules/mail/texts/own-text.ts';
import type { TextOwner } from '#server/modules/mail/texts/stored-texts.ts';
import { findProductName, findSenderName } from '#server/modules/settings/brand.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { previewMailText as contract, MailTextPreview } from '#shared/contracts/mail/mail-texts.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { FIRST_MAIL_TEXTS, type MailTextKind } from '#shared/domain/mail/mail-texts.ts';
import { authorizeMailTexts } from './authorize-mail-texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECIPIENT = 'recipient@example.com';

interface Example {
  readonly publicUrl: string;
  readonly now: number;
  readonly sender: string;
  readonly room: string;
  readonly product: string;
  /** In whose name mails without a person as their sender are sent. */
  readonly organization: string;
  readonly text: OwnText | undefined;
}

/** Composes a mail with a text that is being written, or with the one in use, and examples as values. */
export async function previewMailText(
  before: Context,
  owner: TextOwner,
  { kind, subject, body }: BodyOf<typeof contract>,
): Promise<MailTextPreview> {
  const ctx = await reloadUser(before);
  const room = await authorizeMailTexts(ctx, owner, 'manage');
  const roomId = room?.id;
  const product = await findProductName(ctx, roomId);
  const present = await findOwnText(ctx, roomId, kind);
  const first = present ?? FIRST_MAIL_TEXTS[kind];
  const mail = EXAMPLES[kind]({
    publicUrl: ctx.config.publicUrl,
    now: ctx.now(),
    sender: personNameOf(await loadCurrentUser(ctx)),
    room: room?.nameForMembers ?? 'Example Room',
    product,
    organization: (await findSenderName(ctx, roomId)) ?? product,
    text:
      subject === undefined && body === undefined
        ? present
        : { subject: subject ?? first.subject, body: body ?? first.body },
  });
  return { subject: mail.subject, ...composeMail(mail) };
}

const exampleChange = (id: number): Change => ({
  position: id,
  kind: 'new',
  entry: { kind: 'file', id, name: '', folderId: 1 },
  from: null,
  to: null,
  changedAt: isoInstant(0),
});

const EXAMPLES: Readonly<Record<MailTextKind, (example: Example) => MailContent>> = {
  invitation: ({ publicUrl, now, sender, room, product, text }) =>
    composeInvitation(
      { role: 'visitor', email: RECIPIENT, expires_at: now + 7 * DAY_MS },
      {
        inviter: sender,
        isReminder: false,
        product,
        what: `the folder “${room}”`,
        room,
        inviteUrl: `${publicUrl}/invite/example`,
        text,
      },
    ),
  link: ({ publicUrl, now, sender, room, text }) =>
    composeCode({
      address: RECIPIENT,
      code: '123456',
      owner: sender,
      room,
      url: `${publicUrl}/l/example`,
      publicUrl,
      expiresAt: now + CODE_LIFETIME_MS,
      text,
    }),
  digest: ({ publicUrl, room, organization, text }) =>
    composeDigest({
      folderId: 1,
      place: room,
      room,
      changes: [exampleChange(1), exampleChange(2)],
      alerts: [],
      numberOf: (_kind, id) => `1.${id}`,
      showsNames: false,
      publicUrl,
      unsubscribeToken: 'example',
      settingsPath: '/settings?tab=notifications',
      treeHead: [],
      recipient: RECIPIENT,
      sender: organization,
      text,
    }),
};

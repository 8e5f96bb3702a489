import type { Context } from '#server/app/context.ts';
import type { InvitationRow } from '#server/authorization/load-invitation.ts';
import { resolveInvitationFolders } from '#server/authorization/load-invitation-by-token.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { buildInviteUrl } from './invitation-token.ts';
import { createMailedProof } from './mailed-proof.ts';

/** Mails an invitation to its address, if it has one, and returns how it is delivered. */
export async function mailInvitation(
  ctx: Context,
  invitation: InvitationRow,
  from: { inviter: string; isReminder: boolean },
): Promise<SentInvitation> {
  const [folder, another] = await resolveInvitationFolders(ctx, invitation.id);
  const what =
    invitation.all_folders === 1
      ? 'all folders'
      : another || !folder
        ? 'folders'
        : `the folder “${folder.name}”`;
  const inviteUrl = buildInviteUrl(ctx, invitation);
  // Only this link verifies the address of the account: with a fragment, so that no server or proxy logs it.
  const mailedUrl =
    invitation.role === 'collaborator' ? `${inviteUrl}#${createMailedProof(ctx, invitation)}` : inviteUrl;
  const roomId = folder && (await findRoomIdOf(ctx, folder.id));
  const product = await findProductName(ctx, roomId);
  if (invitation.email !== '')
    await enqueueMail(ctx, invitation.email, {
      ...composeInvitation(invitation, { ...from, product, what, inviteUrl: mailedUrl }),
      // Several folders may be in several rooms.
      ...(!another && invitation.all_folders === 0 && { roomId }),
    });
  return {
    id: invitation.id,
    inviteUrl,
    emailed: invitation.email !== '' && ctx.mailer !== undefined,
    expiresAt: isoInstant(invitation.expires_at),
  };
}

interface InvitationMail {
  inviter: string;
  isReminder: boolean;
  product: string;
  what: string;
  inviteUrl: string;
}

function composeInvitation(
  invitation: InvitationRow,
  { inviter, isReminder, product, what, inviteUrl }: InvitationMail,
): MailContent {
  const isVisitor = invitation.role === 'visitor';
  const purpose = isVisitor ? `view ${what}` : `collaborate on ${what}`;
  const until = new Date(invitation.expires_at).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return {
    subject: `${isReminder ? 'Reminder: ' : ''}${inviter} invites you to ${purpose}`,
    paragraphs: [
      `${inviter} invites you to ${purpose} in ${product}, a secure data room.`,
      isVisitor
        ? `You don't need an account. The link is valid until ${until} (UTC). Don't share it: anyone who has it can view the documents.`
        : `You need an account for this address. Create it with this link until ${until} (UTC).`,
    ],
    link: { label: isVisitor ? 'Open the documents' : 'Accept the invitation', url: inviteUrl },
    reason: `You received this email because ${inviter} entered ${invitation.email}. If you don't know them, ignore it.`,
  };
}

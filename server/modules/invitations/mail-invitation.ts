import type { Context } from '#server/app/context.ts';
import { findRoomNameForMembers } from '#server/authorization/groups/name-for-members.ts';
import type { InvitationRow } from '#server/authorization/load-invitation.ts';
import { resolveInvitationFolders } from '#server/authorization/load-invitation-by-token.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findOwnText } from '#server/modules/mail/texts/own-text.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { composeInvitation } from './compose-invitation.ts';
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
  if (invitation.email !== '') {
    // Several folders may be in several rooms.
    const isOne = !another && invitation.all_folders === 0;
    const product = await findProductName(ctx, roomId);
    const place = {
      product,
      what,
      room: (isOne && (await findNameFor(ctx, { roomId, folder }))) || product,
      text: await findOwnText(ctx, isOne ? roomId : undefined, 'invitation'),
    };
    await enqueueMail(ctx, invitation.email, {
      ...composeInvitation(invitation, { ...from, ...place, inviteUrl: mailedUrl }),
      ...(isOne && { roomId }),
    });
  }
  return {
    id: invitation.id,
    inviteUrl,
    emailed: invitation.email !== '' && ctx.mailer !== undefined,
    expiresAt: isoInstant(invitation.expires_at),
  };
}

/** Returns the name that members of a room know it by, or else that of the folder. */
const findNameFor = async (
  ctx: Context,
  { roomId, folder }: { roomId: number | undefined; folder: { name: string } | undefined },
): Promise<string | undefined> => (roomId === undefined ? folder?.name : findRoomNameForMembers(ctx, roomId));

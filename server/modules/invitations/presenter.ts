import type { Context, Services } from '#server/app/context.ts';
import type { OpenInvitation } from '#server/authorization/load-invitation-by-token.ts';
import type { AnyInvitation, OwnInvitation } from '#shared/contracts/invitations.ts';
import { invitationStatus } from '#shared/domain/invitation-status.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { mayReadBearerAddresses } from '#shared/policies/bearer-addresses.ts';
import { buildInviteUrl } from './invitation-token.ts';
import type { ListedInvitation } from './queries.ts';

type PresenterContext = Pick<Services, 'encryptor' | 'config' | 'now'>;

function present(ctx: PresenterContext, invitation: ListedInvitation) {
  const accepted = invitation.accepted_at !== null;
  return {
    id: invitation.id,
    email: invitation.email || null,
    role: invitation.role,
    status: invitationStatus({ accepted, expiresAt: invitation.expires_at }, ctx.now()),
    accepted,
    expiresAt: isoInstant(invitation.expires_at),
    allFolders: invitation.all_folders === 1,
    folderCount: invitation.folder_count,
    folderName: invitation.folder_count === 1 ? invitation.folder_name : null,
    allowDownload: invitation.allow_download === 1,
  };
}

export const presentOwn = (
  ctx: PresenterContext & Pick<Context, 'actor'>,
  invitation: ListedInvitation,
): OwnInvitation => ({
  ...present(ctx, invitation),
  inviteUrl: mayReadBearerAddresses(ctx.actor) ? buildInviteUrl(ctx, invitation) : null,
});

export const presentAny = (ctx: PresenterContext, invitation: ListedInvitation): AnyInvitation => ({
  ...present(ctx, invitation),
  inviter: invitation.inviter,
  url: buildInviteUrl(ctx, invitation),
});

/** Presents what the holder of the token may see. */
export function presentOpen(invitation: OpenInvitation, hasAccount: boolean) {
  const [folder, another] = invitation.folders;
  const only = another ? undefined : folder;
  return {
    email: invitation.email || null,
    folderId: only?.id ?? null,
    folderName: only?.name ?? null,
    inviter: invitation.inviter,
    role: invitation.role,
    isVisitorAccess: invitation.role === 'visitor',
    isVisitor: invitation.role === 'visitor',
    expiresAt: isoInstant(invitation.expires_at),
    accepted: invitation.accepted_at !== null,
    hasAccount,
  };
}

import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { refuseTokenBelowAccount } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertRoomAllows } from '#server/authorization/grants/assert-room-allows.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { InvitationRow } from '#server/authorization/load-invitation.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { personNameOf } from '#server/modules/accounts/present-person.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createInvitation as contract, SentInvitation } from '#shared/contracts/invitations.ts';
import { ENTER_VALID_EMAIL } from '#shared/domain/messages.ts';
import { expiryAfterDays } from './invitation-expiry.ts';
import { createToken } from './invitation-token.ts';
import { limitInvitations } from './limit-invitations.ts';
import { mailInvitation } from './mail-invitation.ts';
import { findOpenCollaboration, insertInvitation, setInvitationRenewed } from './queries.ts';

/** Invites to folders; those into groups are of the rooms. */
type Body = Exclude<BodyOf<typeof contract>, { groupId: number }>;

interface InvitationRequest {
  /** Empty for a link without an address. */
  email: string;
  role: InvitationRow['role'];
  /** Empty for all folders. */
  folderIds: readonly number[];
  expirationDays: number;
  allowDownload: boolean;
}

/** Creates an invitation to folders that the actor owns or administers, or to all of the actor's folders. */
export async function createInvitation(ctx: Context, body: Body): Promise<SentInvitation> {
  authorizeSystemAction(ctx.actor, 'inviteToAllFolders');
  const request = await parseRequest(ctx, body);
  const inviter = await loadCurrentUser(ctx);
  if (request.folderIds.length === 0) refuseTokenBelowAccount(ctx.actor, inviter);
  await limitInvitations(ctx);
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // One query per folder; the contract limits their number.
    for (const folderId of request.folderIds) await loadFolder(ctx, folderId, 'manageAccess');
    const readers = request.role === 'visitor' ? 'visitors' : 'collaborators';
    await assertRoomAllows(ctx, readers, request.folderIds, accountKey(request.email));
    const { row, isRenewed } = await saveInvitation(ctx, inviter.id, request);
    await audit(ctx, {
      action: isRenewed ? 'invitation.resend' : 'invitation.create',
      object: { kind: 'invitation', id: row.id, name: row.email },
      details: {
        role: request.role,
        folderIds: request.folderIds,
        allFolders: request.folderIds.length === 0,
      },
    });
    return mailInvitation(ctx, row, { inviter: personNameOf(inviter), isReminder: isRenewed });
  });
}

/** Normalizes the two accepted forms of the request. */
async function parseRequest(ctx: Context, body: Body): Promise<InvitationRequest> {
  const settings = await loadSettings(ctx);
  const { email, role } = body;
  if (email === undefined && role === 'collaborator') rejectField('email', ENTER_VALID_EMAIL);
  if (email === undefined && !settings.allowPublicSharing) {
    rejectField('email', 'Links without an email address are disabled. Enter the visitor’s email address.');
  }
  const common = { email: email ?? '', role, expirationDays: settings.invitationExpiryDays };
  if ('folderId' in body) return { ...common, folderIds: [body.folderId], allowDownload: false };
  const folderIds = body.allFolders ? [] : [...new Set(body.folderIds)];
  if (role === 'collaborator') return { ...common, folderIds, allowDownload: false };
  const { allowDownload, expirationDays = common.expirationDays } = body;
  return { ...common, folderIds, expirationDays, allowDownload };
}

function rejectField(field: string, message: string): never {
  throw new AppError('invalid', message, { fields: { [field]: message } });
}

/**
 * Renews the open invitation when a collaborator is invited again to the same folders, with the same link. Visitors get
 * a new link each time, which can be revoked by itself.
 */
async function saveInvitation(
  ctx: Context,
  inviterId: number,
  { email, role, folderIds, expirationDays, allowDownload }: InvitationRequest,
): Promise<{ row: InvitationRow; isRenewed: boolean }> {
  const emailKey = accountKey(email);
  const expiry = expiryAfterDays(ctx, expirationDays);
  const open =
    role === 'collaborator'
      ? await findOpenCollaboration(ctx.db, { inviterId, emailKey, folderIds })
      : undefined;
  if (open) {
    await setInvitationRenewed(ctx.db, open.id, expiry);
    return { row: { ...open, ...expiry }, isRenewed: true };
  }
  const row = await insertInvitation(
    ctx.db,
    {
      email,
      email_key: emailKey,
      role,
      all_folders: folderIds.length === 0 ? 1 : 0,
      allow_download: allowDownload ? 1 : 0,
      ...createToken(ctx),
      inviter_id: inviterId,
      created_at: ctx.now(),
      ...expiry,
    },
    folderIds,
  );
  return { row, isRenewed: false };
}

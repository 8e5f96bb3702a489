import type { Context } from '#server/app/context.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findOwnText } from '#server/modules/mail/texts/own-text.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import { composeGroupInvitation } from './compose-invitation.ts';
import {
  insertInvitations,
  setInvitationsExpiry,
  setInvitationsRevoked,
} from './group-invitation-queries.ts';
import { buildInviteUrl, createToken } from './invitation-token.ts';

interface GroupVisitors {
  readonly visitors: readonly { readonly email: string; readonly key: string }[];
  readonly inviter: { readonly id: number; readonly name: string };
  readonly roomId: number;
  readonly roomName: string;
  /** The end of the group, if it has one. */
  readonly endsAt: number | null;
}

/**
 * Invites visitors to no folder: what they see follows from their group. Returns the ids of the invitations by the key of the
 * address.
 */
export async function inviteVisitors(
  ctx: Context,
  { visitors, inviter, roomId, roomName, endsAt }: GroupVisitors,
): Promise<Map<string, number>> {
  if (visitors.length === 0) return new Map();
  const tokens = visitors.map(({ email, key }) => ({ email, key, token: createToken(ctx) }));
  const rows = await insertInvitations(
    ctx.db,
    tokens.map(({ email, key, token }) => ({
      email,
      email_key: key,
      role: 'visitor' as const,
      all_folders: 0,
      allow_download: 0,
      ...token,
      inviter_id: inviter.id,
      created_at: ctx.now(),
      expires_at: endsAt ?? NO_EXPIRY,
    })),
  );
  const place = {
    room: roomName,
    product: await findProductName(ctx, roomId),
    text: await findOwnText(ctx, roomId, 'invitation'),
  };
  for (const { email, token } of tokens)
    await enqueueMail(ctx, email, {
      ...composeGroupInvitation({
        ...place,
        email,
        inviter: inviter.name,
        url: buildInviteUrl(ctx, token),
        endsAt,
      }),
      roomId,
    });
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}

/** Moves the end of these invitations; `null` is none. */
export async function setVisitorExpiry(
  ctx: Context,
  ids: readonly number[],
  endsAt: number | null,
): Promise<void> {
  if (ids.length > 0) await setInvitationsExpiry(ctx.db, ids, endsAt ?? NO_EXPIRY);
}

/** Ends these invitations with their links and sessions. */
export async function revokeVisitors(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await setInvitationsRevoked(ctx.db, ids, ctx.now());
}

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Instants are epoch milliseconds. Accepted stays accepted: only an open invitation can expire. */
export function invitationStatus(
  invitation: { readonly accepted: boolean; readonly expiresAt: number },
  now: number,
): InvitationStatus {
  if (invitation.accepted) return 'accepted';
  return invitation.expiresAt <= now ? 'expired' : 'pending';
}

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Returns the status; instants are epoch milliseconds. An accepted invitation does not expire. */
export function invitationStatus(
  invitation: { readonly accepted: boolean; readonly expiresAt: number },
  now: number,
): InvitationStatus {
  if (invitation.accepted) return 'accepted';
  return invitation.expiresAt <= now ? 'expired' : 'pending';
}

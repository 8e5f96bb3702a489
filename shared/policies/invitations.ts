import { type Actor, isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface InvitationResource {
  readonly inviterId: number;
}

/** Who invites answers for it. To which folders one may invite is `manageAccess` of each folder. */
const isInviter = (actor: Actor, invitation: InvitationResource) =>
  isAdmin(actor) || isSelf(actor, invitation.inviterId);

export const invitationPolicy = {
  view: isInviter,
  revoke: isInviter,
  resend: isInviter,
} satisfies Policy<InvitationResource>;

export type InvitationAction = keyof typeof invitationPolicy;

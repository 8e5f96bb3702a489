import { type Actor, isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface InvitationResource {
  readonly inviterId: number;
}

/** The inviter manages an invitation. `manageAccess` of a folder decides who may invite to it. */
const isInviter = (actor: Actor, invitation: InvitationResource) =>
  isAdmin(actor) || isSelf(actor, invitation.inviterId);

export const invitationPolicy = {
  view: isInviter,
  revoke: isInviter,
  resend: isInviter,
} satisfies Policy<InvitationResource>;

export type InvitationAction = keyof typeof invitationPolicy;

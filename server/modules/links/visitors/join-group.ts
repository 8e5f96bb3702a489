import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  findMembership,
  insertLinkMember,
  setMemberInvitation,
} from '#server/authorization/links/group-of-link.ts';
import { incomplete } from '../attempt.ts';
import { notAvailable } from '../load-open-link.ts';

interface NewMember {
  readonly email: string;
  readonly emailKey: string;
  readonly invitationId: number;
  /** A code proved the address. */
  readonly isConfirmed: boolean;
}

/**
 * Adds the visitor of a link to its group, once. A person belongs to one group of a room, in one way. Who came through a link that has ended
 * stays the same member.
 */
export async function joinGroup(
  ctx: Context,
  groupId: number,
  { email, emailKey, invitationId, isConfirmed }: NewMember,
): Promise<void> {
  if (!isConfirmed) throw incomplete();
  const membership = await findMembership(ctx.db, groupId, { emailKey, invitationId, now: ctx.now() });
  if (membership === 'removed') throw notAvailable();
  if (membership === 'otherwise')
    throw new AppError(
      'conflict',
      'You belong to this room already. Sign in, or use the link that you were invited with.',
    );
  if (membership === 'through-link') return;
  if (membership === 'through-ended-link')
    return setMemberInvitation(ctx.db, groupId, { emailKey, invitationId });
  const member = { email, email_key: emailKey, invitation_id: invitationId, created_at: ctx.now() };
  await insertLinkMember(ctx.db, groupId, member);
}

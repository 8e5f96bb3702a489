import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  findMembership,
  insertLinkMember,
  renewMembership,
  setMembersRemoved,
} from '#server/authorization/links/link-members.ts';
import { isAllowedAddress } from '../address-rules.ts';
import { incomplete } from '../attempt.ts';
import { parseSettings } from '../link-settings.ts';
import { notAvailable } from '../load-open-link.ts';

interface NewMember {
  readonly email: string;
  readonly emailKey: string;
  readonly invitationId: number;
  /** A code proved the address. */
  readonly isConfirmed: boolean;
}

const alreadyMember = () =>
  new AppError(
    'conflict',
    'You belong to this room already. Sign in, or use the link that you were invited with.',
  );

const isBlockedBy = (settings: string | null, emailKey: string): boolean =>
  settings !== null && !isAllowedAddress(emailKey, { allowed: [], blocked: parseSettings(settings).blocked });

/** Adds the visitor of a link to its group, once. A person belongs to one group of a room, in one way. */
export async function joinGroup(
  ctx: Context,
  groupId: number,
  { email, emailKey, invitationId, isConfirmed }: NewMember,
): Promise<void> {
  if (!isConfirmed) throw incomplete();
  const { state, ended } = await findMembership(ctx, groupId, { emailKey, invitationId });
  if (state === 'removed') throw notAvailable();
  if (state === 'otherwise') throw alreadyMember();
  if (state === 'through-link') return;
  // Whom the staff blocked at one link into the room, another one does not let in.
  if (ended && isBlockedBy(ended.linkSettings, emailKey)) throw alreadyMember();
  if (ended?.groupId === groupId) {
    if (!(await renewMembership(ctx.db, ended, invitationId))) throw alreadyMember();
    return;
  }
  const now = ctx.now();
  if (ended) await setMembersRemoved(ctx.db, [ended.id], now);
  const member = { email, email_key: emailKey, invitation_id: invitationId, created_at: now };
  await insertLinkMember(ctx.db, groupId, member);
}

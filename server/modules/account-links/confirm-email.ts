import { audit } from '#server/app/audit.ts';
import { type Context, transaction, withLock } from '#server/app/context.ts';
import { type DomainEvents, publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { countLinkMail, createLink, loadLinkedAccount } from './account-link.ts';
import { findUser, setUser, type UserRow } from './queries.ts';

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Requests a mail that confirms the requester's own address. */
export async function requestEmailConfirmation(ctx: Context): Promise<void> {
  if (!ctx.mailer) throw new AppError('conflict', 'This server sends no mail.');
  const user = await loadCurrentUser(ctx);
  if (user.email_verified_at !== null) throw new AppError('conflict', 'Your address is confirmed already.');
  await transaction(ctx, (ctx) => publish(ctx, 'account.email_unverified', { userId: user.id }));
}

/** Mails the link to an unverified address, at most three times an hour. Does nothing without a mail server. */
export function mailEmailConfirmation(
  ctx: Context,
  { userId }: DomainEvents['account.email_unverified'],
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const account = await findUser(ctx.db, userId);
    if (!ctx.mailer || !account || account.email_verified_at !== null) return;
    if (!(await countLinkMail(ctx, userId, 'email-confirmation'))) return;
    const token = await createLink(ctx, account, 'email-confirmation', LINK_LIFETIME_MS);
    await enqueueMail(ctx, account.email, {
      subject: 'Confirm your email address',
      roomId: null,
      paragraphs: [
        `Hello ${account.username},`,
        'Confirm that this is your address, so that others can share folders with you. The link is valid for seven days and needs your sign-in.',
      ],
      link: { label: 'Confirm the address', url: `${ctx.config.publicUrl}/confirm-email/${token}` },
      reason: `You received this email because an account at ${ctx.config.publicUrl} uses ${account.email}. If you did not create it, ignore this email: the address stays unconfirmed.`,
    });
  });
}

/** Confirms the address to which a link was mailed, of the account that is signed in. */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  assertOwnAccount(ctx, await loadLinkedAccount(ctx, token, 'email-confirmation'));
  await withLock(ctx, 'users', async (ctx) => {
    const user = await loadLinkedAccount(ctx, token, 'email-confirmation');
    if (user.email_verified_at !== null) return;
    await setUser(ctx.db, user.id, { email_verified_at: ctx.now() });
    await audit(ctx, {
      action: 'user.confirm-email',
      actor: { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 },
      object: { kind: 'user', id: user.id, name: user.username },
      details: { email: user.email },
    });
  });
}

/**
 * Refuses everybody but the user of the account. Who holds an address that somebody else registered must not confirm it for them
 * with one click.
 */
function assertOwnAccount({ actor }: Context, account: UserRow): void {
  if (actor.kind !== 'user' || actor.id !== account.id)
    throw new AppError('forbidden', `Sign in as ${account.username} to confirm this address.`);
}

import type { Context } from '#server/app/context.ts';
import type { OpenInvitation } from '#server/authorization/load-invitation-by-token.ts';
import { hasAccountWithKey } from './queries.ts';

/** Tells whether the invited address has an account. The token proves access to the mails of that address. */
export const hasAccount = async (ctx: Context, invitation: OpenInvitation): Promise<boolean> =>
  invitation.email_key !== '' && (await hasAccountWithKey(ctx.db, invitation.email_key));

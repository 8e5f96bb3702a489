import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadInvitationByToken } from '#server/authorization/load-invitation-by-token.ts';

/** Tells whether a link is valid, by the same checks as using it. */
export async function validateToken(ctx: Context, token: string) {
  try {
    const { role, expires_at: expiresAt } = await loadInvitationByToken(ctx, token);
    return { valid: true, role, expiresAt: new Date(expiresAt).toISOString(), reason: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    return { valid: false, role: null, expiresAt: null, reason: error.message };
  }
}

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { createReceipt } from './create-receipt.ts';
import { mailReceipt } from './mail-receipt.ts';
import { hasReceipt } from './receipt-queries.ts';

/** Issues the receipt of a visitor's first visit, of accepting terms, or of leaving, and mails it where that is switched on. None when the access has ended, or the link names nobody. */
export async function issueVisitorReceipt(
  ctx: Context,
  invitationId: number,
  kind: 'entry' | 'terms' | 'exit',
): Promise<void> {
  if (kind === 'entry' && (await hasReceipt(ctx.db, { user_id: null, invitation_id: invitationId }, kind)))
    return;
  // Only rights that still exist count: the receipt is made for the visitor as reloaded.
  const visitor = { kind: 'visitor', invitationId, mayDownload: false } as const;
  try {
    await createReceipt({ ...ctx, actor: visitor }, kind, mailReceipt);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

import { type Context, transaction } from '#server/app/context.ts';
import { type DomainEvents, publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { createReceipt } from './create-receipt.ts';
import { mailReceipt } from './mail-receipt.ts';
import { hasReceipt } from './receipt-queries.ts';

/** The occasions on which visitors get a receipt, with the event of each. */
const EVENTS = {
  entry: 'visitor.entered',
  terms: 'visitor.accepted_terms',
  exit: 'visitor.left',
} as const satisfies Record<string, keyof DomainEvents>;

/**
 * Issues the receipt of a visitor's first visit, of accepting terms, or of leaving, and mails it where that is switched on; later
 * if there were too many. None when the access has ended, or the link names nobody.
 */
export async function issueVisitorReceipt(
  ctx: Context,
  invitationId: number,
  kind: keyof typeof EVENTS,
): Promise<void> {
  if (kind === 'entry' && (await hasReceipt(ctx.db, { user_id: null, invitation_id: invitationId }, kind)))
    return;
  // Only rights that still exist count: the receipt is made for the visitor as reloaded.
  const visitor = { kind: 'visitor', invitationId, mayDownload: false } as const;
  try {
    await createReceipt({ ...ctx, actor: visitor }, kind, mailReceipt);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unauthenticated' || error.code === 'forbidden') return;
    if (error.code !== 'rate-limited') throw error;
    await issueLater(ctx, invitationId, kind, error);
  }
}

/** Publishes the event again for when the limit ends; once, however often the visitor leaves until then. */
const issueLater = (
  ctx: Context,
  invitationId: number,
  kind: keyof typeof EVENTS,
  { retryAfterSeconds = 0 }: AppError,
): Promise<void> =>
  transaction(ctx, (ctx) =>
    publish(
      ctx,
      EVENTS[kind],
      { invitationId },
      { delayMs: retryAfterSeconds * 1_000, dedupeKey: `${EVENTS[kind]} ${invitationId} later` },
    ),
  );

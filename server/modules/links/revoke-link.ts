import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { loadLink } from '#server/authorization/links/load-link.ts';
import { endVisits, lockLink, setLink } from './queries.ts';

/** Revokes a link for good, with the sessions of everybody whom it admitted. */
export function revokeLink(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { name } = await loadLink(ctx, id, 'revoke');
    // Waits for admissions in progress, whose sessions end with the others.
    await lockLink(ctx.db, id);
    await setLink(ctx.db, id, { deleted_at: ctx.now() });
    await endVisits(ctx.db, id, ctx.now());
    await audit(ctx, { action: 'link.revoke', object: { kind: 'link', id, name } });
  });
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';

/** Records that a visitor leaves. Returns false for users, whose session must not end here. */
export async function leaveAsVisitor(ctx: Context): Promise<boolean> {
  if (ctx.actor.kind !== 'visitor') return false;
  await audit(ctx, { action: 'visitor.leave' });
  return true;
}

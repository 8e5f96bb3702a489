import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';

/** Notes that a visitor leaves. True when it was one: a user's session is not theirs to end here. */
export async function leaveAsVisitor(ctx: Context): Promise<boolean> {
  if (ctx.actor.kind !== 'visitor') return false;
  await audit(ctx, { action: 'visitor.leave' });
  return true;
}

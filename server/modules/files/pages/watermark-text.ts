import type { Context } from '#server/app/context.ts';
import { findActorName } from '../queries.ts';

/** What a page says across itself: who sees it, when, and where it comes from. */
export async function watermarkText(ctx: Context): Promise<string> {
  const name = await findActorName(ctx.db, ctx.actor);
  // Nobody sees a page without saying who they are.
  if (name === undefined) throw new Error('cannot watermark a page for an anonymous viewer');
  const minute = new Date(ctx.now()).toISOString().slice(0, 16).replace('T', ' ');
  return `${name} · ${minute} UTC · Muniment`;
}

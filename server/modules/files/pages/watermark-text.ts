import type { Context } from '#server/app/context.ts';
import { findActorName } from '../queries.ts';

/** Returns the watermark text: viewer, time and address. */
export async function watermarkText(ctx: Context): Promise<string> {
  const name = await findActorName(ctx.db, ctx.actor);
  // Pages are never shown to anonymous actors.
  if (name === undefined) throw new Error('cannot watermark a page for an anonymous viewer');
  const minute = new Date(ctx.now()).toISOString().slice(0, 16).replace('T', ' ');
  return `${name} · ${minute} UTC · Muniment`;
}

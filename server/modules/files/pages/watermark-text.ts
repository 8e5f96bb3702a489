import type { Context } from '#server/app/context.ts';
import { findLinkWatermark, type LinkWatermark } from '#server/authorization/links/link-watermark.ts';
import type { WatermarkText } from '#server/engines/documents/document-engine.ts';
import { fillWatermark } from '#shared/domain/links/watermarks.ts';
import { findActorName } from '../queries.ts';

/** Returns the watermark of the viewer: that of the link through which they came, or else viewer, time and address. */
export async function watermarkText(ctx: Context): Promise<WatermarkText> {
  const own = await findLinkWatermark(ctx);
  if (own) return fillLinkWatermark(ctx, own);
  const name = await findActorName(ctx.db, ctx.actor);
  // Pages are never shown to anonymous actors.
  if (name === undefined) throw new Error('cannot watermark a page for an anonymous viewer');
  const minute = new Date(ctx.now()).toISOString().slice(0, 16).replace('T', ' ');
  return `${name} · ${minute} UTC · Muniment`;
}

export function fillLinkWatermark(
  { now }: Pick<Context, 'now'>,
  { template, email, link, group, room, copy, ...look }: LinkWatermark,
): WatermarkText {
  const at = new Date(now()).toISOString();
  const viewer = email || `Guest ${copy}`;
  const text = fillWatermark(template, {
    name: viewer,
    email: viewer,
    group,
    room,
    link,
    copy: String(copy),
    date: at.slice(0, 10),
    time: `${at.slice(11, 16)} UTC`,
  });
  return { text, look };
}

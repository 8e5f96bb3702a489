import type { Context } from '#server/app/context.ts';
import { findRoomWatermark } from '#server/authorization/groups/room-watermark.ts';
import { type ChosenWatermark, findLinkWatermark } from '#server/authorization/links/link-watermark.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { WatermarkText } from '#server/engines/documents/document-engine.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { fillWatermark } from '#shared/domain/links/watermarks.ts';
import { findActorName } from '../queries.ts';

/**
 * Returns the watermark of the viewer on a file: that of the link through which they came, of their group, or of the room, or
 * else viewer and time.
 */
export async function watermarkText(
  ctx: Context,
  { roomId }: Pick<LoadedFile, 'roomId'>,
): Promise<WatermarkText> {
  const chosen =
    (await findLinkWatermark(ctx)) ??
    (roomId === undefined ? undefined : await findRoomWatermark(ctx, roomId));
  if (chosen) return fillChosenWatermark(ctx, chosen);
  const name = await findActorName(ctx.db, ctx.actor);
  // Pages are never shown to anonymous actors.
  if (name === undefined) throw new Error('cannot watermark a page for an anonymous viewer');
  const minute = isoInstant(ctx.now()).slice(0, 16).replace('T', ' ');
  return `${name} · ${minute} UTC · ${await findProductName(ctx, roomId)}`;
}

export function fillChosenWatermark(
  { now }: Pick<Context, 'now'>,
  { template, name, email, link, group, room, copy, ...look }: ChosenWatermark,
): WatermarkText {
  const at = isoInstant(now());
  const viewer = email || (copy > 0 ? `Guest ${copy}` : 'Guest');
  const text = fillWatermark(template, {
    name: name || viewer,
    email: viewer,
    group,
    room,
    link,
    copy: copy > 0 ? String(copy) : '',
    date: at.slice(0, 10),
    time: `${at.slice(11, 16)} UTC`,
  });
  return { text, look };
}

import { type Actor, isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface WatermarkResource {
  readonly ownerId: number;
  /** The actor manages the room that it was made for. */
  readonly isOfManagedRoom: boolean;
}

const isOwner = (actor: Actor, watermark: WatermarkResource) =>
  isAdmin(actor) || isSelf(actor, watermark.ownerId);

/** The owner changes a watermark; the managers of its room use it too. */
export const watermarkPolicy = {
  view: (actor, watermark) => isOwner(actor, watermark) || watermark.isOfManagedRoom,
  use: (actor, watermark) => isOwner(actor, watermark) || watermark.isOfManagedRoom,
  update: isOwner,
  delete: isOwner,
} satisfies Policy<WatermarkResource>;

export type WatermarkAction = keyof typeof watermarkPolicy;

import { type Actor, isOwnerOrAdmin } from './actor.ts';
import type { Policy } from './policy.ts';

export interface WatermarkResource {
  readonly ownerId: number;
  /** The actor manages the room that it was made for. */
  readonly isOfManagedRoom: boolean;
  /** A room that the actor does not manage uses it, itself or for a group. */
  readonly isUsedElsewhere: boolean;
}

/** The owner who was removed from a room would otherwise take the names of its readers off its pages. */
const mayChange = (actor: Actor, watermark: WatermarkResource) =>
  isOwnerOrAdmin(actor, watermark) && !watermark.isUsedElsewhere;

/** The owner changes a watermark; the managers of its room use it too. */
export const watermarkPolicy = {
  view: (actor, watermark) => isOwnerOrAdmin(actor, watermark) || watermark.isOfManagedRoom,
  use: (actor, watermark) => isOwnerOrAdmin(actor, watermark) || watermark.isOfManagedRoom,
  update: mayChange,
  delete: mayChange,
} satisfies Policy<WatermarkResource>;

export type WatermarkAction = keyof typeof watermarkPolicy;

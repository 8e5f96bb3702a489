import { isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface ImportResource {
  readonly creatorId: number;
}

export const importPolicy = {
  /** See, check, apply or discard: only its creator, not even an administrator. The folder's policy decides about the target. */
  continue: (actor, { creatorId }) => isSelf(actor, creatorId),
} satisfies Policy<ImportResource>;

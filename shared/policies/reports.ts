import { isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface ReportResource {
  readonly userId: number;
}

export const reportPolicy = {
  /** See, change or end: only the person to whom it is mailed. The policy of the room decides about its content, at each mail. */
  manage: (actor, { userId }) => isSelf(actor, userId),
} satisfies Policy<ReportResource>;

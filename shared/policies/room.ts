import { isAdmin } from './actor.ts';
import type { Policy } from './policy.ts';

/** Actions on the room as a whole, which belong to no single folder or file. */
export const roomPolicy = {
  addToRoot: (actor) => actor.kind === 'user',
  haveProfile: (actor) => actor.kind === 'user',
  seeActivity: (actor) => actor.kind === 'user',
  search: (actor) => actor.kind !== 'nobody',
  reindex: isAdmin,
  seeUsers: isAdmin,
  manageUsers: isAdmin,
  manageSettings: isAdmin,
  seeJobs: isAdmin,
} satisfies Policy<undefined>;

export type RoomAction = keyof typeof roomPolicy;

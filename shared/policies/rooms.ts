import { type AccessLevel, isAdmin, isMember } from './actor.ts';
import type { Policy } from './policy.ts';

export interface RoomResource {
  /** The access level to the root folder of the room. */
  readonly accessLevel: AccessLevel;
}

export const roomPolicy = {
  /** Read groups and permissions: the staff of the room, never its groups. */
  view: (actor, room) => isAdmin(actor) || isMember(room),
  /** Change groups, members and permissions. */
  manage: (actor, room) => isAdmin(actor) || room.accessLevel === 'owner',
} satisfies Policy<RoomResource>;

export type RoomAction = keyof typeof roomPolicy;

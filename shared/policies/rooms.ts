import { type AccessLevel, isAdmin, isAdminOf, isMember } from './actor.ts';
import type { Policy } from './policy.ts';

export interface RoomResource {
  /** The access level to the root folder of the room. */
  readonly accessLevel: AccessLevel;
  readonly roomId?: number | undefined;
}

export const roomPolicy = {
  /** Read groups and permissions: the staff of the room, never its groups. */
  view: (actor, room) => isAdminOf(actor, room) || isMember(room),
  /** See who manages and edits it: administrators too, whatever its rules. */
  seeStaff: (actor, room) => isAdmin(actor) || isMember(room),
  /** Read it for a while, although its rules exclude administrators. */
  openEmergencyAccess: (actor) => isAdmin(actor),
  /** Change the request list, import an index and decide about findings. */
  edit: (actor, room) => isAdminOf(actor, room) || isMember(room),
  /** Change staff, groups, members and permissions. */
  manage: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  /** Create and read archives, and read receipts: also in a closed room, which they do not change. */
  evidence: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  /** See what groups and people did in it: also in a closed room. */
  seeAnalytics: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  /** See the room as one of its groups. */
  viewAs: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  /** Copy the structure of the room into a template. */
  saveTemplate: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  setState: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
  /** Remove staff, groups and members: also in a closed room. */
  revokeAccess: (actor, room) => isAdminOf(actor, room) || room.accessLevel === 'owner',
} satisfies Policy<RoomResource>;

export type RoomAction = keyof typeof roomPolicy;

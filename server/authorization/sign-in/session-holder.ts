import type { Actor } from '#shared/policies/actor.ts';
import { withoutRooms } from '../grants/excluded-rooms.ts';
import { inGroups } from '../groups/active-groups.ts';

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The columns of a session that decide who its holder is. */
interface HolderRow {
  readonly userId: number | null;
  readonly is_admin: number | null;
  readonly must_change_password: number | null;
  readonly must_set_up_factor: number;
  readonly invitationId: number | null;
  readonly allow_download: number | null;
  readonly inviterId: number | null;
  readonly terms_outstanding: number;
  readonly groupIds: string | null;
  readonly excludedRoomIds: string | null;
}

/** Returns the actor with current rights at an IP address; anonymous if the account or the invitation has ended. */
export function actorOf(row: HolderRow, address: string): Actor {
  const groups = inGroups(row.groupIds, address);
  if (row.userId !== null) {
    return {
      kind: 'user',
      id: row.userId,
      isAdmin: row.is_admin === 1,
      ...groups,
      ...withoutRooms(row.excludedRoomIds),
      ...(row.must_change_password === 1 && { mustChangePassword: true }),
      ...(row.must_set_up_factor === 1 && { mustSetUpFactor: true }),
    };
  }
  if (row.invitationId === null || row.inviterId === null) return ANONYMOUS;
  const { invitationId } = row;
  return {
    kind: 'visitor',
    invitationId,
    mayDownload: row.allow_download === 1,
    ...(row.terms_outstanding === 1 && { mustAcceptTerms: true }),
    ...groups,
  };
}

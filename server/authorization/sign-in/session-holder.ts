import type { Services } from '#server/app/context.ts';
import type { VisitorDownloads } from '#server/database/tables/invitations.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { limitsAt, restrictedTo, settleLimits } from '../addresses/address-rules.ts';
import { withoutRooms } from '../grants/excluded-rooms.ts';
import { inGroups, settleGroups } from '../groups/active-groups.ts';
import { downloadsOf } from '../readers/visitor-downloads.ts';

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The columns of a session that decide who its holder is. */
interface HolderRow {
  readonly userId: number | null;
  readonly is_admin: number | null;
  readonly must_change_password: number | null;
  readonly must_set_up_factor: number;
  readonly invitationId: number | null;
  readonly allow_download: VisitorDownloads | null;
  readonly inviterId: number | null;
  readonly terms_outstanding: number;
  readonly groupIds: string | null;
  readonly excludedRoomIds: string | null;
  /** The result of `addressRulesOf`. */
  readonly addressRules: string | null;
}

/**
 * Returns the actor with current rights at an address; anonymous if the account or the invitation has ended, or is not admitted
 * there.
 */
export const actorOf = (row: HolderRow, address: string): Actor =>
  restrictedTo(limitsAt(address, row.addressRules), holderOf(row));

/** The same for a row that leaves open whether the holder is staff, and what the owners of links may still give. */
export async function settleActor(
  services: Pick<Services, 'db' | 'now'>,
  row: HolderRow,
  address: string,
): Promise<Actor> {
  const limits = await settleLimits(services, limitsAt(address, row.addressRules), row.userId);
  const groupIds = await settleGroups(services, row.groupIds, row);
  return restrictedTo(limits, holderOf({ ...row, groupIds }));
}

function holderOf(row: HolderRow): Actor {
  const groups = inGroups(row.groupIds);
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
    ...downloadsOf(row.allow_download),
    ...(row.terms_outstanding === 1 && { mustAcceptTerms: true }),
    ...groups,
  };
}

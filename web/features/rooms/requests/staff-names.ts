import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';
import { nameOf } from '#shared/domain/format.ts';
import { useGroups } from '../groups/groups-api.ts';
import { useStaff } from '../settings/settings-api.ts';

/** The names that only the staff of a room reads, by id. */
export interface StaffNames {
  readonly groups: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

/**
 * Loads the names of groups and of the staff for the staff; `undefined` until then, and for members of groups, who learn none of
 * them. The
 * `lists` are those that they come from.
 */
export function useStaffNames(roomId: number, isStaff: boolean) {
  const groups = useGroups(roomId, isStaff);
  const staff = useStaff(roomId, isStaff);
  return { names: isStaff ? namesOf(groups.data, staff.data) : undefined, lists: [groups, staff] };
}

function namesOf(groups?: readonly Group[], staff?: readonly StaffMember[]): StaffNames | undefined {
  return (
    groups &&
    staff && {
      groups: new Map(groups.map(({ id, name }) => [id, name])),
      people: new Map(staff.map((person) => [person.id, nameOf(person)])),
    }
  );
}

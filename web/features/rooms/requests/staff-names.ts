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
 * them.
 */
export function useStaffNames(roomId: number, isStaff: boolean): StaffNames | undefined {
  const groups = useGroups(roomId, isStaff).data;
  const staff = useStaff(roomId, isStaff).data;
  if (!isStaff || !groups || !staff) return undefined;
  return {
    groups: new Map(groups.map(({ id, name }) => [id, name])),
    people: new Map(staff.map((person) => [person.id, nameOf(person)])),
  };
}

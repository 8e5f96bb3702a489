import type { Context } from '#server/app/context.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { presentPerson } from '#server/modules/accounts/present-person.ts';
import { nameOf } from '#shared/domain/format.ts';
import { listStaffRows } from '../staff/queries.ts';

/** Limit of the people who are matched by name; a staff is smaller. */
const MAX_PEOPLE = 500;

/**
 * Loads the staff of a room, and returns a lookup of a user by username, email address or name as a table has it. A name that two
 * of them have finds nobody.
 */
export async function loadResponsiblePeople(
  { db }: Context,
  roomId: number,
): Promise<(text: string) => number | null> {
  const staff = await listStaffRows(db, roomId, { after: 0, limit: MAX_PEOPLE });
  const idsByKey = new Map<string, Set<number>>();
  for (const { id, username, email, ...person } of staff)
    for (const name of [username, email, nameOf({ username, ...presentPerson(person) })]) {
      const key = accountKey(name.trim());
      idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
    }
  return (text) => {
    const [id, ...others] = idsByKey.get(accountKey(text.trim())) ?? [];
    return id !== undefined && others.length === 0 ? id : null;
  };
}

import type { Installation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';

/**
 * Removes the address rules of administrators and staff, and records it. Those of rooms and groups stay. Returns their number.
 */
export function removeAddressRules(
  { db, keyRing, encryptor }: Pick<Installation, 'db' | 'keyRing' | 'encryptor'>,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (db) => {
    const removed = await db
      .deleteFrom('address_rules')
      .where('scope', 'in', ['administrators', 'staff'])
      .executeTakeFirst();
    const count = Number(removed.numDeletedRows);
    if (count === 0) throw new Error('There are no address rules for administrators or staff.');
    await recordOperatorEvent(
      db,
      { keyRing, encryptor },
      { action: 'settings.update', now, details: { addressRules: 'removed', byOperator: true } },
    );
    return count;
  });
}

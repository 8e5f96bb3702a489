import { accountKey } from '#server/modules/accounts/account-key.ts';
import type { Installation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';

/** Removes the second factors and the sessions of an account, and records it. Rejects with one sentence for the operator. */
export function resetFactors(
  { db, keyRing, encryptor }: Pick<Installation, 'db' | 'keyRing' | 'encryptor'>,
  username: string,
  now: number,
): Promise<void> {
  return db.transaction().execute(async (db) => {
    const user = await db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', '=', accountKey(username))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!user) throw new Error(`There is no account with the name ${username}.`);
    const factors = await db.deleteFrom('factors').where('user_id', '=', user.id).executeTakeFirst();
    const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', user.id).executeTakeFirst();
    if (factors.numDeletedRows + passkeys.numDeletedRows === 0n)
      throw new Error(`The account ${username} has no second factor.`);
    for (const table of ['recovery_codes', 'sessions'] as const)
      await db.deleteFrom(table).where('user_id', '=', user.id).execute();
    await recordOperatorEvent(
      db,
      { keyRing, encryptor },
      {
        action: 'user.remove-factors',
        now,
        details: { byOperator: true },
        user,
      },
    );
  });
}

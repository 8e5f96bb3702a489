import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { LoginChallengesTable, PasskeysTable } from '#server/database/tables/factors.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** Lists the passkeys of a user, which a limit keeps few, the oldest first. */
export function listPasskeys(db: Database, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findPasskey(db: Database, userId: number, id: number): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findPasskeyByCredential(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Returns `undefined` if the credential is registered already, by anybody. */
export function insertPasskey(
  db: Database,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setPasskeyName(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
}

export async function removePasskey(db: Database, id: number): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute();
}

/** Notes a use; returns false if the counter did not grow, unless the authenticator does not count, or the passkey has ended. */
export async function setPasskeyUsed(
  db: Database,
  id: number,
  counter: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if the passkey was disabled before, or removed. */
export async function setPasskeyDisabled(db: Database, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ disabled_at: now })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes a challenge that has not expired and returns it, so that each is used once. */
export function takeChallenge(
  db: Database,
  { tokenHash, kind, now }: { tokenHash: Buffer; kind: LoginChallengesTable['kind']; now: number },
) {
  return db
    .deleteFrom('login_challenges')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning(['user_id', 'payload'])
    .executeTakeFirst();
}

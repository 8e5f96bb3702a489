import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { FactorsTable, LoginChallengesTable } from '#server/database/tables/factors.ts';

export type FactorRow = Selectable<FactorsTable>;

export function findFactor(
  db: Database,
  userId: number,
  { isConfirmed, id }: { isConfirmed: boolean; id?: number },
): Promise<FactorRow | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst();
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertFactor(
  db: Database,
  factor: Pick<Insertable<FactorsTable>, 'user_id' | 'encrypted_secret' | 'created_at'>,
): Promise<number> {
  const { id } = await db
    .insertInto('factors')
    .values({ ...factor, kind: 'totp' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function removeUnconfirmedFactors(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute();
}

export async function setConfirmed(db: Database, id: number, step: number, now: number): Promise<void> {
  await db.updateTable('factors').set({ confirmed_at: now, last_step: step }).where('id', '=', id).execute();
}

export async function removeAuthenticatorApps(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).execute();
}

export async function removeRecoveryCodes(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Removes the app and the passkeys of a user with the recovery codes. */
export async function removeAllFactors(db: Database, userId: number): Promise<void> {
  for (const table of ['factors', 'passkeys', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Marks a time step and all before it as used; returns false if it was used already. */
export async function setStepUsed(db: Database, factorId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ last_step: step })
    .where('id', '=', factorId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertRecoveryCodes(
  db: Database,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

export async function hasUnusedRecoveryCode(db: Database, userId: number, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a recovery code as used; returns false if it was used already. */
export async function setRecoveryCodeUsed(
  db: Database,
  userId: number,
  hash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Inserts a challenge and removes those that have expired. */
export async function insertChallenge(
  db: Database,
  challenge: Insertable<LoginChallengesTable>,
): Promise<void> {
  await db.deleteFrom('login_challenges').where('expires_at', '<=', challenge.created_at).execute();
  await db.insertInto('login_challenges').values(challenge).execute();
}

export function findChallenge(
  db: Database,
  tokenHash: Buffer,
  { kind, now }: { kind: LoginChallengesTable['kind']; now: number },
) {
  return db
    .selectFrom('login_challenges')
    .select(['user_id', 'payload'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Returns whether the challenge was still there. */
export async function removeChallenge(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends every session of the user except one, which from now on counts as signed in with two factors. */
export async function setProtectedSession(
  db: Database,
  userId: number,
  tokenHash: Buffer,
  assurance: 'second-factor' | 'passkey',
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .execute();
  await db
    .updateTable('sessions')
    .set({ assurance, must_set_up_factor: 0 })
    .where('token_hash', '=', tokenHash)
    .execute();
}

import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ErasuresTable } from '#server/database/tables/persons.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { replaceInLinkSettings } from './link-settings-queries.ts';
import { type AddressScope, idsOf, namesOf, rowsOf } from './subject-queries.ts';

export type ErasureRow = Selectable<ErasuresTable>;

export const insertErasure = (db: Database, erasure: Insertable<ErasuresTable>): Promise<ErasureRow> =>
  db.insertInto('erasures').values(erasure).returningAll().executeTakeFirstOrThrow();

export const findErasure = (db: Database, id: number): Promise<ErasureRow | undefined> =>
  db.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists erasures newest first; one more than `limit`. */
export const listErasureRows = (db: Database, { limit, cursor }: PageRequest): Promise<ErasureRow[]> =>
  db
    .selectFrom('erasures')
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** Ends an erasure. What failed before for the same person has nothing left to do: the address is removed from it too. */
export async function setErasureDone(
  db: Database,
  { id, subject_hash }: Pick<ErasureRow, 'id' | 'subject_hash'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ state: 'done', encrypted_address: null, erased_at: now })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('erasures')
    .set({ encrypted_address: null })
    .where('subject_hash', '=', subject_hash)
    .where('state', '=', 'failed')
    .execute();
}

export async function setErasureFailed(db: Database, id: number): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Destroys the keys of the person, and what finds them: nobody can decrypt what they encrypted any more. Takes the lock of the
 * audit log, so that a transaction that appends to it finds the keys, or that they are destroyed.
 */
export async function destroyPersonKeys(db: Database, hashes: readonly string[], now: number): Promise<void> {
  await acquireLock(db, 'audit-log', now);
  await db.deleteFrom('subject_exports').where('subject_hash', 'in', hashes).execute();
  const keys = db.selectFrom('person_keys').select('id').where('subject_hash', 'in', hashes);
  await db.deleteFrom('person_names').where('person_key_id', 'in', keys).execute();
  await db
    .updateTable('person_keys')
    .set({ encrypted_key: null, subject_hash: null, destroyed_at: now })
    .where('subject_hash', 'in', hashes)
    .execute();
}

/** An address that no mail reaches, distinct for each row: an empty one would open some rows to everybody. */
const erased = (prefix: string, id: string): RawBuilder<string> =>
  sql`${sql.lit(prefix)} || cast(${sql.ref(id)} as text) || '@erased.invalid'`;

/** Deletes or replaces the person in every table but the audit log. */
export async function replacePerson(
  db: Database,
  scope: AddressScope,
  { erasureId, deletesStatements, now }: { erasureId: number; deletesStatements: boolean; now: number },
): Promise<void> {
  const rows = rowsOf(scope);
  const whereOf = (name: string) => rows[name]?.where ?? sql`1 = 0`;
  const update = (name: string, set: RawBuilder<unknown>) =>
    sql`update ${sql.table(rows[name]?.table ?? '')} set ${set} where ${whereOf(name)}`.execute(db);
  const remove = (name: string) =>
    sql`delete from ${sql.table(rows[name]?.table ?? '')} where ${whereOf(name)}`.execute(db);

  for (const name of ['linkCodes', 'linkAttempts', 'sessions', 'mails', 'signInFailures']) await remove(name);
  if (deletesStatements) {
    for (const name of ['receipts', 'acceptances', 'certificates']) await remove(name);
  } else await update('certificates', sql`party_name = 'Erased'`);
  // One for each person, who stays one person in the figures of rooms.
  const viewer = `viewer-${erasureId}@erased.invalid`;
  await update('views', sql`viewer_email = case when viewer_email is null then null else ${viewer} end`);
  // Added up, where rows differed in the spelling of the address.
  const key = sql`room_id, day, file_id, group_id, user_id`;
  await sql`insert into analytics_daily (${key}, viewer_email, link_id, is_automated, views, visits, pages, ms, downloads)
    select ${key}, ${viewer}, link_id, is_automated, sum(views), sum(visits), sum(pages), sum(ms), sum(downloads)
    from analytics_daily where ${whereOf('dailySums')} group by ${key}, link_id, is_automated`.execute(db);
  await remove('dailySums');
  await update(
    'linkVisits',
    sql`email = ${erased('visitor-', 'id')}, email_key = ${erased('visitor-', 'id')}`,
  );
  await update(
    'groupMemberships',
    sql`email = ${erased('member-', 'id')}, email_key = ${erased('member-', 'id')}, removed_at = coalesce(removed_at, ${now})`,
  );
  await replaceInFreeTexts(db, scope);
  await replaceInLinkSettings(db, scope.emailKey);
  // Jobs that would write to the address.
  const pattern = `%${JSON.stringify(scope.emailKey).replaceAll(/[\\%_]/g, '\\$&')}%`;
  await sql`delete from jobs where lower(payload) like ${pattern} escape '\\'`.execute(db);
  await sql`delete from subject_exports where requester_id in (${idsOf(scope)})`.execute(db);
  await sql`delete from account_links where user_id in (${idsOf(scope)})`.execute(db);
  // Last: by these rows the others are found.
  await update(
    'invitations',
    sql`email = ${erased('invitation-', 'id')}, email_key = ${erased('invitation-', 'id')}, revoked_at = coalesce(revoked_at, ${now})`,
  );
  await sql`update users set username = ${sql`'erased-' || cast(id as text)`}, username_key = ${sql`'erased-' || cast(id as text)`},
      email = ${erased('account-', 'id')}, email_key = ${erased('account-', 'id')}, email_verified_at = null, is_admin = 0,
      password_hash = '', first_name = null, last_name = null, deleted_at = coalesce(deleted_at, ${now})
    where id in (${idsOf(scope)})`.execute(db);
}

/** Replaces the name where it was typed as that of the person responsible, or as one to look for. */
async function replaceInFreeTexts(db: Database, scope: AddressScope): Promise<void> {
  const texts = sql.join([scope.emailKey, ...namesOf(scope)]);
  for (const table of ['placeholders', 'requests'] as const)
    await sql`update ${sql.table(table)} set responsible_name = 'Erased' where lower(responsible_name) in (${texts})`.execute(
      db,
    );
  await sql`delete from known_names where lower(name) in (${texts})`.execute(db);
}

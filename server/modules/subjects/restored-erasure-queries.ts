import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

const ROWS_AT_ONCE = 1_000;
/** The tables from which people are known by an address. */
const TABLES = [
  ['users', 'email'],
  ['invitations', 'email'],
  ['group_members', 'email'],
  ['link_visitors', 'email'],
  ['terms_acceptances', 'email'],
  ['outbox_messages', 'to_address'],
] as const;

export const listRestoredErasures = (
  db: Database,
): Promise<{ id: number; subject_hash: string; scope: string }[]> =>
  db
    .selectFrom('erasures')
    .select(['id', 'subject_hash', 'scope'])
    .where('state', '=', 'restored')
    .orderBy('id')
    .execute();

/** Lists the addresses of everybody, page by page. */
export async function* listKnownAddresses(db: Database): AsyncGenerator<readonly string[]> {
  for (const [table, column] of TABLES) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { rows }: { rows: { id: number; address: string }[] } = await sql<{
        id: number;
        address: string;
      }>`
        select id, ${sql.ref(column)} as address from ${sql.table(table)} where id > ${after}
        order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
      yield rows.map(({ address }) => address).filter(Boolean);
      after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }
}

/** Notes whom the erasure is of. */
export async function setErasurePerson(
  db: Database,
  id: number,
  person: { encrypted_address: Buffer; scope: string },
): Promise<void> {
  await db.updateTable('erasures').set(person).where('id', '=', id).execute();
}

/** Ends the erasure of somebody whom the restored installation does not know. */
export async function setErasureWithoutAddress(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('erasures').set({ state: 'done', erased_at: now }).where('id', '=', id).execute();
}

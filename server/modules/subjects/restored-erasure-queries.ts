import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { listAddressesInLinkSettings } from './link-settings-queries.ts';

const ROWS_AT_ONCE = 1_000;
/** The tables with ids from which people are known by an address. */
const TABLES = [
  ['users', 'email'],
  ['invitations', 'email'],
  ['group_members', 'email'],
  ['link_visitors', 'email'],
  ['link_visitors', 'email_key'],
  ['terms_acceptances', 'email'],
  ['outbox_messages', 'to_address'],
] as const;
/**
 * Tables with many rows for each address, or without ids. An address may be left in them alone: invitations of visitors and
 * pending steps are removed before the views that they led to.
 */
const REPEATED = [
  ['file_views', 'viewer_email'],
  ['analytics_daily', 'viewer_email'],
  ['link_attempts', 'email'],
  ['link_codes', 'email_key'],
  ['placeholders', 'responsible_name'],
  ['requests', 'responsible_name'],
  ['known_names', 'name'],
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
  for (const [table, column] of TABLES) yield* listByIds(db, table, column);
  for (const [table, column] of REPEATED) yield* listDistinct(db, table, column);
  yield* listAddressesInLinkSettings(db);
}

async function* listByIds(db: Database, table: string, column: string): AsyncGenerator<readonly string[]> {
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

async function* listDistinct(db: Database, table: string, column: string): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: { address: string }[] } = await sql<{ address: string }>`
      select distinct ${sql.ref(column)} as address from ${sql.table(table)} where ${sql.ref(column)} > ${after}
      order by address limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
    yield rows.map(({ address }) => address);
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.address;
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

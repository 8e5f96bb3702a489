import { randomUUID } from 'node:crypto';
import type { Database } from './open-database.ts';

/** Tells this database from every other one, and a copy of it from none. Made at the first start. */
export async function loadInstallationId(db: Database): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name: 'room-id', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'room-id')
    .executeTakeFirstOrThrow();
  return value;
}

/** Nothing for a database that no room was started on. Its tables must be there. */
export async function findInstallationId(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'room-id')
    .executeTakeFirst();
  return row?.value;
}

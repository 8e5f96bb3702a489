import type { Database } from '#server/platform/db/open-database.ts';

export function listSettings(db: Database): Promise<{ name: string; value: string }[]> {
  return db.selectFrom('system_settings').select(['name', 'value']).execute();
}

export async function setSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('system_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

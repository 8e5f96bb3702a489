import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { SystemSettingsTable } from '#server/database/tables/system.ts';

type SettingRow = Selectable<SystemSettingsTable>;

const selectSettings = prepareQuery((db) => db.selectFrom('system_settings').select(['name', 'value']));

/** Settings by the transaction that has read them: it decides by the same ones from its beginning to its end. */
const readIn = new WeakMap<Database, Promise<SettingRow[]>>();

export function listSettings(db: Database): Promise<SettingRow[]> {
  if (!db.isTransaction) return selectSettings(db, {});
  const rows = readIn.get(db) ?? selectSettings(db, {});
  readIn.set(db, rows);
  return rows;
}

export async function setSettings(db: Database, settings: readonly SettingRow[]): Promise<void> {
  readIn.delete(db);
  await db
    .insertInto('system_settings')
    .values(settings)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: (row) => row.ref('excluded.value') }),
    )
    .execute();
}

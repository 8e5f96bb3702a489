import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { SystemSettingsTable } from '#server/database/tables/system.ts';

type SettingRow = Selectable<SystemSettingsTable>;

export function listSettings(db: Database): Promise<SettingRow[]> {
  return db.selectFrom('system_settings').select(['name', 'value']).execute();
}

export async function setSettings(db: Database, settings: readonly SettingRow[]): Promise<void> {
  await db
    .insertInto('system_settings')
    .values(settings)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: (row) => row.ref('excluded.value') }),
    )
    .execute();
}

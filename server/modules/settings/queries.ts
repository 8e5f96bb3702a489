import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { SystemSettingsTable } from '#server/database/tables/system.ts';

type SettingRow = Selectable<SystemSettingsTable>;

const selectSettings = prepareQuery((db) => db.selectFrom('system_settings').select(['name', 'value']));

export const listSettings = (db: Database): Promise<SettingRow[]> => selectSettings(db, {});

export async function setSettings(db: Database, settings: readonly SettingRow[]): Promise<void> {
  await db
    .insertInto('system_settings')
    .values(settings)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: (row) => row.ref('excluded.value') }),
    )
    .execute();
}

import type { Database } from '#server/platform/db/open-database.ts';

export function listSettings(db: Database): Promise<{ name: string; value: string }[]> {
  return db.selectFrom('system_settings').select(['name', 'value']).execute();
}

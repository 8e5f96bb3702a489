import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';

const PROPERTY_NAME = 'virus-scanning';

const selectProperty = prepareQuery((db) =>
  db.selectFrom('installation_properties').select('value').where('name', '=', PROPERTY_NAME),
);

/** Returns whether new content of the installation is scanned for viruses, whatever this process is configured with. */
export async function isVirusScanningOn(db: Database): Promise<boolean> {
  const [property] = await selectProperty(db, {});
  return property?.value === 'on';
}

/** Returns whether this changed anything. */
export async function setVirusScanning(db: Database, isOn: boolean): Promise<boolean> {
  const value = isOn ? 'on' : 'off';
  const { numInsertedOrUpdatedRows: changed = 0n } = await db
    .insertInto('installation_properties')
    .values({ name: PROPERTY_NAME, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('installation_properties.value', '<>', value),
    )
    .executeTakeFirst();
  return changed > 0n;
}

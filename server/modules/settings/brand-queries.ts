import type { Database } from '#server/database/open-database.ts';
import type { SettingsTables } from '#server/database/tables/system.ts';
import type { Brand } from '#shared/contracts/start/brand.ts';

const BRAND_ID = 1;

type BrandTable = SettingsTables['brand'];

export const findBrand = (db: Database): Promise<Brand | undefined> =>
  db.selectFrom('brand').select(['name', 'logo_token as logo']).where('id', '=', BRAND_ID).executeTakeFirst();

/** Finds the image of the present logo by its token. */
export async function findLogo(db: Database, token: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('brand')
    .select('logo')
    .where('id', '=', BRAND_ID)
    .where('logo_token', '=', token)
    .executeTakeFirst();
  return row?.logo ?? undefined;
}

/** Stores the name, and the logo unless it is absent. */
export async function saveBrand(
  db: Database,
  values: Pick<BrandTable, 'name' | 'updated_at'> & Partial<Pick<BrandTable, 'logo' | 'logo_token'>>,
): Promise<void> {
  await db
    .insertInto('brand')
    .values({ id: BRAND_ID, logo: null, logo_token: null, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { SettingsTables } from '#server/database/tables/system.ts';
import type { BrandImageKind } from '#shared/contracts/start/brand.ts';

type BrandTable = Selectable<SettingsTables['brand']>;

const IMAGES = {
  'logo-light': { bytes: 'logo', token: 'logo_token' },
  'logo-dark': { bytes: 'logo_dark', token: 'logo_dark_token' },
  icon: { bytes: 'icon', token: 'icon_token' },
} as const satisfies Record<BrandImageKind, { bytes: keyof BrandTable; token: keyof BrandTable }>;

/** A brand without the bytes of its images. */
export type BrandRow = Omit<BrandTable, 'id' | 'room_id' | 'logo' | 'logo_dark' | 'icon' | 'updated_at'>;

/** Whose brand it is: that of a room, or with `null` of the installation. */
export type BrandOwner = number | null;

/** Earlier versions know the row 1 alone, so the rows of rooms follow it. */
const idOf = (owner: BrandOwner): number => (owner === null ? 1 : owner + 1);

export const findBrand = (db: Database, owner: BrandOwner): Promise<BrandRow | undefined> =>
  db
    .selectFrom('brand')
    .select([
      'name',
      'logo_token',
      'logo_dark_token',
      'icon_token',
      'accent_color',
      'footer',
      'welcome_text',
      'sender_name',
    ])
    .where('id', '=', idOf(owner))
    .executeTakeFirst();

/** Finds the name of a brand, or that of the installation's where a room has none. */
export async function findBrandName(db: Database, owner: BrandOwner): Promise<string | undefined> {
  const [row] = await selectName(db, { id: idOf(owner) });
  return row?.name ?? undefined;
}

const selectName = prepareQuery((db, { id }: { id: number }) =>
  db
    .selectFrom('brand')
    .select('name')
    .where('id', 'in', [idOf(null), id])
    .where('name', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1),
);

/** Finds a present image by its token. */
export async function findBrandImage(
  db: Database,
  owner: BrandOwner,
  token: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('brand')
    .select(['logo', 'logo_token', 'logo_dark', 'logo_dark_token', 'icon', 'icon_token'])
    .where('id', '=', idOf(owner))
    .where((where) => where.or(Object.values(IMAGES).map((image) => where(image.token, '=', token))))
    .executeTakeFirst();
  const image = Object.values(IMAGES).find((each) => row?.[each.token] === token);
  return (image && row?.[image.bytes]) ?? undefined;
}

export type BrandValues = {
  [Column in Exclude<keyof BrandTable, 'id' | 'room_id' | 'updated_at'>]?: BrandTable[Column] | undefined;
};

/** Stores values of a brand; those that are undefined stay. */
export async function saveBrand(
  db: Database,
  owner: BrandOwner,
  values: BrandValues,
  now: number,
): Promise<void> {
  const changed = { ...values, updated_at: now };
  await db
    .insertInto('brand')
    .values({
      id: idOf(owner),
      room_id: owner,
      name: null,
      logo: null,
      logo_token: null,
      logo_dark: null,
      logo_dark_token: null,
      icon: null,
      icon_token: null,
      accent_color: null,
      footer: null,
      welcome_text: null,
      sender_name: null,
      ...changed,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

export interface BrandImage {
  readonly kind: BrandImageKind;
  readonly bytes: Buffer | null;
  readonly token: string | null;
}

/** Stores an image with the token of its address, or removes it. */
export const saveBrandImage = (
  db: Database,
  owner: BrandOwner,
  image: BrandImage,
  now: number,
): Promise<void> =>
  saveBrand(
    db,
    owner,
    { [IMAGES[image.kind].bytes]: image.bytes, [IMAGES[image.kind].token]: image.token },
    now,
  );

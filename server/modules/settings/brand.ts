import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Brand } from '#shared/contracts/start/brand.ts';
import { findBrand, findLogo, saveBrand } from './brand-queries.ts';

const NO_BRAND: Brand = { name: null, logo: null };

/** Loads the name and the logo of the organization, which everybody may see. */
export const loadBrand = async ({ db }: Context): Promise<Brand> => (await findBrand(db)) ?? NO_BRAND;

/** Loads the image of the present logo by its token. */
export async function loadLogo({ db }: Context, token: string): Promise<Buffer> {
  const image = await findLogo(db, token);
  if (!image) throw new AppError('not-found', 'This logo does not exist.');
  return image;
}

/** Stores the name, and the logo unless it is absent. The caller authorizes and audits. */
export async function storeBrand(
  ctx: Context,
  values: Omit<Parameters<typeof saveBrand>[1], 'updated_at'>,
): Promise<Brand> {
  await saveBrand(ctx.db, { ...values, updated_at: ctx.now() });
  return loadBrand(ctx);
}

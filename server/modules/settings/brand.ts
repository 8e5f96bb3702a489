import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Brand } from '#shared/contracts/start/brand.ts';
import {
  type BrandImage,
  type BrandOwner,
  type BrandRow,
  type BrandValues,
  findBrand,
  findBrandImage,
  findBrandName,
  saveBrand,
  saveBrandImage,
} from './brand-queries.ts';

export type { BrandOwner };

const INSTALLATION_IMAGES = '/api/brand/logo';
const EMPTY: BrandRow = {
  name: null,
  logo_token: null,
  logo_dark_token: null,
  icon_token: null,
  accent_color: null,
  footer: null,
  welcome_text: null,
  sender_name: null,
};

/** Loads the brand of the installation, which everybody may see. */
export const loadBrand = async ({ db }: Context): Promise<Brand> =>
  presentBrand(await findBrand(db, null), INSTALLATION_IMAGES);

/** Loads what a room sets of its brand. The caller authorizes. */
export const loadOwnBrand = async ({ db }: Context, roomId: number): Promise<Brand> =>
  presentBrand(await findBrand(db, roomId), imagesOfRoom(roomId));

/**
 * Loads the brand of a room, where what it does not set is the installation's. The caller authorizes, and says where its
 * images are found.
 */
export async function loadRoomBrand(
  ctx: Context,
  roomId: number,
  images = imagesOfRoom(roomId),
): Promise<Brand> {
  const [own, installation] = await Promise.all([findBrand(ctx.db, roomId), loadBrand(ctx)]);
  const brand = presentBrand(own, images);
  const hasLogo = brand.logoUrls.light !== null || brand.logoUrls.dark !== null;
  return {
    name: brand.name ?? installation.name,
    // The logos of two brands must not alternate with the theme.
    logoUrls: hasLogo ? brand.logoUrls : installation.logoUrls,
    iconUrl: brand.iconUrl ?? installation.iconUrl,
    accentColor: brand.accentColor ?? installation.accentColor,
    footer: brand.footer ?? installation.footer,
    welcomeText: brand.welcomeText ?? installation.welcomeText,
    senderName: brand.senderName ?? installation.senderName,
  };
}

/** Returns what people read as the name of the product: that of the room's brand, or the installation's, or its own. */
export const findProductName = async (
  { db }: Pick<Context, 'db'>,
  roomId: number | undefined,
): Promise<string> => (await findBrandName(db, roomId ?? null)) ?? 'Muniment';

/** Returns the name that mails about a room, or about none, are sent in; `null` for the one in `MAIL_FROM`. */
export const findSenderName = async (ctx: Context, roomId: number | undefined): Promise<string | null> =>
  (await (roomId === undefined ? loadBrand(ctx) : loadRoomBrand(ctx, roomId))).senderName;

const imagesOfRoom = (roomId: number): string => `/api/rooms/${roomId}/brand/images`;

function presentBrand(row: BrandRow = EMPTY, images: string): Brand {
  const urlOf = (token: string | null) => token && `${images}/${token}`;
  return {
    name: row.name,
    logoUrls: { light: urlOf(row.logo_token), dark: urlOf(row.logo_dark_token) },
    iconUrl: urlOf(row.icon_token),
    accentColor: row.accent_color,
    footer: row.footer,
    welcomeText: row.welcome_text,
    senderName: row.sender_name,
  };
}

/** Loads a present image by its token. The caller authorizes unless it is the installation's. */
export async function loadBrandImage({ db }: Context, owner: BrandOwner, token: string): Promise<Buffer> {
  const image = await findBrandImage(db, owner, token);
  if (!image) throw new AppError('not-found', 'The image could not be found.');
  return image;
}

/** Stores values of a brand; those that are undefined stay. The caller authorizes and audits. */
export const storeBrand = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  owner: BrandOwner,
  values: BrandValues,
): Promise<void> => saveBrand(db, owner, values, now());

/** Stores an image with the token of its address, or removes it. The caller authorizes and audits. */
export const storeBrandImage = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  owner: BrandOwner,
  image: BrandImage,
): Promise<void> => saveBrandImage(db, owner, image, now());

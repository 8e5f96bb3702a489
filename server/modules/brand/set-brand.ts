import { createHash, randomBytes } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import {
  type BrandOwner,
  loadBrand,
  loadOwnBrand,
  storeBrand,
  storeBrandImage,
} from '#server/modules/settings/brand.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Brand, BrandImageKind, setBrand as contract } from '#shared/contracts/start/brand.ts';
import { nearestReadableColor } from '#shared/domain/brand/accent-color.ts';
import { drawBrandImage } from './draw-brand-image.ts';

const TOKEN_BYTES = 16;

/** Sets the name, color and texts of the brand of a room or the installation; what is absent stays. */
export async function setBrand(
  ctx: Context,
  owner: BrandOwner,
  { accentColor, welcomeText, senderName, ...texts }: BodyOf<typeof contract>,
): Promise<Brand> {
  await authorizeBrand(ctx, owner);
  if (accentColor) assertReadable(accentColor);
  const values = {
    ...texts,
    ...(accentColor !== undefined && { accent_color: accentColor }),
    ...(welcomeText !== undefined && { welcome_text: welcomeText }),
    ...(senderName !== undefined && { sender_name: senderName }),
  };
  const details = { ...texts, accentColor, welcomeText, senderName };
  return change(ctx, owner, details, (ctx) => storeBrand(ctx, owner, values));
}

/** Draws an uploaded image and sets it. */
export async function setBrandImage(
  ctx: Context,
  owner: BrandOwner,
  receive: () => Promise<{ kind: BrandImageKind; bytes: Buffer }>,
): Promise<Brand> {
  await authorizeBrand(ctx, owner);
  const uploaded = await receive();
  const bytes = await drawBrandImage(ctx, uploaded);
  const image = { kind: uploaded.kind, bytes, token: randomBytes(TOKEN_BYTES).toString('base64url') };
  const hash = createHash('sha256').update(bytes).digest('hex');
  return change(ctx, owner, { [uploaded.kind]: hash }, (ctx) => storeBrandImage(ctx, owner, image));
}

/** Removes an image, and its address. */
export async function removeBrandImage(
  ctx: Context,
  owner: BrandOwner,
  kind: BrandImageKind,
): Promise<Brand> {
  await authorizeBrand(ctx, owner);
  return change(ctx, owner, { [kind]: null }, (ctx) =>
    storeBrandImage(ctx, owner, { kind, bytes: null, token: null }),
  );
}

async function authorizeBrand(ctx: Context, owner: BrandOwner): Promise<{ name: string } | undefined> {
  if (owner !== null) return loadRoom(ctx, owner, 'manage');
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return undefined;
}

function assertReadable(color: string): void {
  const nearest = nearestReadableColor(color);
  if (nearest === color) return;
  const message = `This color is hard to read. The nearest readable color is ${nearest}.`;
  throw new AppError('invalid', message, { fields: { accentColor: message }, params: { nearest } });
}

/** Changes a brand and records it. Drawing takes a moment, in which the rights may have ended or the room been closed. */
function change(
  before: Context,
  owner: BrandOwner,
  details: Record<string, unknown>,
  store: (ctx: Context) => Promise<void>,
): Promise<Brand> {
  const save = async (started: Context): Promise<Brand> => {
    const ctx = await reloadUser(started);
    const room = await authorizeBrand(ctx, owner);
    await store(ctx);
    await audit(ctx, {
      action: owner === null ? 'settings.update' : 'room.update',
      ...(owner !== null && room && { object: { kind: 'folder', id: owner, name: room.name } }),
      details: {
        brand: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
      },
    });
    return owner === null ? loadBrand(ctx) : loadOwnBrand(ctx, owner);
  };
  return owner === null ? transaction(before, save) : withLock(before, 'folder-tree', save);
}

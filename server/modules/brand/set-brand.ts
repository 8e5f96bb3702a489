import { createHash, randomBytes } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { redrawImage } from '#server/modules/avatars/redraw-image.ts';
import { storeBrand } from '#server/modules/settings/brand.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Brand, setBrand as contract } from '#shared/contracts/start/brand.ts';

const TOKEN_BYTES = 16;
const LOGO_WIDTH_PX = 512;
/** Logos are often wide: names of firms stand in one line. */
const MAX_LOGO_RATIO = 6;

interface Logo {
  readonly logo: Buffer | null;
  readonly logo_token: string | null;
}

/** Sets the name of the organization, and its logo unless it is absent. */
export async function setBrand(ctx: Context, { name, logo }: BodyOf<typeof contract>): Promise<Brand> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const drawn = logo === undefined ? undefined : await drawLogo(ctx, logo);
  return transaction(ctx, async (before) => {
    // Drawing takes a moment, in which the rights may have ended.
    const ctx = await reloadUser(before);
    authorizeSystemAction(ctx.actor, 'manageSettings');
    const brand = await storeBrand(ctx, { name, ...drawn });
    await audit(ctx, { action: 'settings.update', details: { brand: { name, ...describeLogo(drawn) } } });
    return brand;
  });
}

async function drawLogo(ctx: Context, image: string | null): Promise<Logo> {
  if (image === null) return { logo: null, logo_token: null };
  const shape = { field: 'logo', width: LOGO_WIDTH_PX, maxRatio: MAX_LOGO_RATIO };
  const logo = await redrawImage(ctx, 'brand', Buffer.from(image, 'base64'), shape);
  return { logo, logo_token: randomBytes(TOKEN_BYTES).toString('base64url') };
}

function describeLogo(drawn: Logo | undefined): Record<string, unknown> {
  if (!drawn) return {};
  return { logo: drawn.logo && createHash('sha256').update(drawn.logo).digest('hex') };
}

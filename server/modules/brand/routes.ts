import type { FastifyInstance, FastifyReply } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { loadBrandImage } from '#server/modules/settings/brand.ts';
import * as contracts from '#shared/contracts/start/brand.ts';
import { receiveBrandImage } from './draw-brand-image.ts';
import { readBrand, readOwnBrand, readRoomBrandImage } from './read-brand.ts';
import { removeBrandImage, setBrand, setBrandImage } from './set-brand.ts';

/** Allows nothing: it is an image and no page. */
const IMAGE_POLICY = "default-src 'none'; sandbox";
const PUBLIC = 'public, max-age=86400, immutable';
/** Asked for again each time, since the next person at this browser must not see the brand of a room. */
const PRIVATE = 'private, no-cache';

/** Sends an image that the rendering process has drawn: a PNG, or a JPEG of an earlier version. */
export function sendBrandImage(
  reply: FastifyReply,
  image: Buffer,
  { isPublic = false }: { isPublic?: boolean } = {},
): FastifyReply {
  return reply
    .header('content-type', image[0] === 0xff ? 'image/jpeg' : 'image/png')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', IMAGE_POLICY)
    .header('cache-control', isPublic ? PUBLIC : PRIVATE)
    .send(image);
}

export function brandRoutes(app: FastifyInstance): void {
  serve(app, contracts.getBrand, (ctx, { query }) => readBrand(ctx, query));
  serve(app, contracts.setBrand, (ctx, { body }) => setBrand(ctx, null, body));
  serve(app, contracts.setBrandImage, (ctx, _, { request }) =>
    setBrandImage(ctx, null, () => receiveBrandImage(request)),
  );
  serve(app, contracts.removeBrandImage, (ctx, { params }) => removeBrandImage(ctx, null, params.kind));
  serve(app, contracts.getRoomBrand, (ctx, { params }) => readOwnBrand(ctx, params.id));
  serve(app, contracts.setRoomBrand, (ctx, { params, body }) => setBrand(ctx, params.id, body));
  serve(app, contracts.setRoomBrandImage, (ctx, { params }, { request }) =>
    setBrandImage(ctx, params.id, () => receiveBrandImage(request)),
  );
  serve(app, contracts.removeRoomBrandImage, (ctx, { params }) =>
    removeBrandImage(ctx, params.id, params.kind),
  );
  serve(app, contracts.viewLogo, async (ctx, { params }, { reply }) =>
    sendBrandImage(reply, await loadBrandImage(ctx, null, params.token), { isPublic: true }),
  );
  serve(app, contracts.viewRoomBrandImage, async (ctx, { params }, { reply }) =>
    sendBrandImage(reply, await readRoomBrandImage(ctx, params.id, params.token)),
  );
}

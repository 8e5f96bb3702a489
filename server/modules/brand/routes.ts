import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { loadBrandImage } from '#server/modules/settings/brand.ts';
import * as contracts from '#shared/contracts/start/brand.ts';
import { receiveBrandImage } from './draw-brand-image.ts';
import { readBrand, readOwnBrand, readRoomBrandImage } from './read-brand.ts';
import { sendBrandImage } from './send-brand-image.ts';
import { removeBrandImage, setBrand, setBrandImage } from './set-brand.ts';

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

import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { loadLogo } from '#server/modules/settings/brand.ts';
import * as contracts from '#shared/contracts/start/brand.ts';
import { setBrand } from './set-brand.ts';

/** Allows nothing: the logo is an image and no page. */
const LOGO_POLICY = "default-src 'none'; sandbox";

export function brandRoutes(app: FastifyInstance): void {
  serve(app, contracts.setBrand, (ctx, { body }) => setBrand(ctx, body));
  serve(app, contracts.viewLogo, async (ctx, { params }, { reply }) => {
    const image = await loadLogo(ctx, params.token);
    return reply
      .header('content-type', 'image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', LOGO_POLICY)
      .header('cache-control', 'public, max-age=86400, immutable')
      .send(image);
  });
}

import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { serve } from '#server/http/serve.ts';
import { findLogo } from '#server/modules/settings/brand-queries.ts';
import * as contracts from '#shared/contracts/brand.ts';
import { setBrand } from './set-brand.ts';

/** Allows nothing: the logo is an image and no page. */
const LOGO_POLICY = "default-src 'none'; sandbox";

export function brandRoutes(app: FastifyInstance): void {
  serve(app, contracts.setBrand, (ctx, { body }) => setBrand(ctx, body));
  serve(app, contracts.viewLogo, async (ctx, { params }, { reply }) => {
    const image = await findLogo(ctx.db, params.token);
    if (!image) throw new AppError('not-found', 'This logo does not exist.');
    return reply
      .header('content-type', 'image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', LOGO_POLICY)
      .header('cache-control', 'public, max-age=86400, immutable')
      .send(image);
  });
}

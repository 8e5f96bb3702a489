import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/links/watermarks.ts';
import { previewWatermark } from './preview-watermark.ts';
import { getWatermark, listOwnWatermarks, presentWatermark } from './read-watermarks.ts';
import { createWatermark, deleteWatermark, updateWatermark } from './save-watermark.ts';

export function watermarkRoutes(app: FastifyInstance): void {
  serve(app, contracts.listWatermarks, async (ctx, { query }) =>
    (await listOwnWatermarks(ctx, query.roomId)).map(presentWatermark),
  );
  serve(app, contracts.createWatermark, async (ctx, { body }) =>
    presentWatermark(await createWatermark(ctx, body)),
  );
  serve(app, contracts.getWatermark, async (ctx, { params }) =>
    presentWatermark(await getWatermark(ctx, params.id)),
  );
  serve(app, contracts.updateWatermark, async (ctx, { params, body }) =>
    presentWatermark(await updateWatermark(ctx, params.id, body)),
  );
  serve(app, contracts.deleteWatermark, async (ctx, { params }) => {
    await deleteWatermark(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.previewWatermark, async (ctx, { body }, { reply }) =>
    reply
      .type('image/png')
      .header('cache-control', 'private, no-store')
      .send(await limitRendering(ctx, () => previewWatermark(ctx, body))),
  );
}

import type { FastifyInstance } from 'fastify';
import { checkTogether } from '#server/http/end-revoked-responses.ts';
import { serve } from '#server/http/serve.ts';
import { listenToEvents } from '#shared/contracts/live/live-updates.ts';
import type { LiveUpdates } from './live-updates.ts';

export function liveRoutes(app: FastifyInstance, live: LiveUpdates): void {
  serve(app, listenToEvents, async (ctx, _input, { request, reply }) => {
    const { stream } = await live.connect(ctx);
    reply.raw.once('close', () => stream.destroy());
    // The sessions of all connections are looked up together.
    checkTogether(request);
    return reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });
  app.addHook('preClose', async () => live.close());
}

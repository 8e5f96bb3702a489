import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Far below what the slowest mobile connection sends: 273 bytes a second. */
export const MIN_UPLOAD_RATE: UploadRate = { bytes: 8 * 1024, windowMs: 30_000 };

export interface UploadRate {
  readonly bytes: number;
  readonly windowMs: number;
}

/**
 * Closes the connection of an upload that sends fewer bytes than this in a window, so that it cannot hold a request for an
 * hour. The time in which the server itself does not read does not count. A resumable upload keeps its bytes.
 */
export function limitUploadRate(app: FastifyInstance, { bytes, windowMs }: UploadRate): void {
  app.addHook('preHandler', async ({ raw, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    // Injected requests have no `complete`.
    if (raw.complete !== false || !(endpoint?.multipart ?? endpoint?.requestMediaType)) return;
    let received = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const isWaiting = raw.readableLength === 0 && !raw.socket.isPaused();
      if (isWaiting && raw.socket.bytesRead - received < bytes) raw.socket.destroy();
      received = raw.socket.bytesRead;
    }, windowMs).unref();
    finished(raw, () => clearInterval(timer));
  });
}

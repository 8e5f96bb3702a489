import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';

const DRAIN_TIMEOUT_MS = 30_000;

/**
 * Reads and forgets what a client still sends after its answer, for a while. Closing at once would reset the
 * connection before many a client has read why it is refused, and the form parser leaves the rest of a refused
 * upload unread, on which the connection's next request would wait for ever.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, { raw: answer }) => {
    // Injected requests know no `complete`.
    if (raw.complete !== false) return;
    const mayStay = answer.shouldKeepAlive;
    // Else Node closes the connection with the answer's last byte.
    answer.shouldKeepAlive = true;
    answer.once('finish', () => {
      const timer = setTimeout(() => raw.socket.destroy(), DRAIN_TIMEOUT_MS).unref();
      finished(raw, () => {
        clearTimeout(timer);
        if (!mayStay) raw.socket.end();
      });
      raw.resume();
    });
  });
}

import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { networkPrefix } from '#server/authorization/rate-limits.ts';
import { OpenCounts } from './limits/open-counts.ts';

const DRAIN_TIMEOUT_MS = 30_000;
/** Beyond this many of one network, connections are closed at once. */
const MAX_DRAINED_PER_NETWORK = 64;

/**
 * Reads and discards what a client still sends after its response, for a limited time. Closing at once would
 * reset the connection before many clients have read why they were refused, and the form parser leaves the rest
 * of a refused upload unread, which would block the connection's next request for ever.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  const drained = new OpenCounts();
  app.addHook('onSend', async ({ raw, ip }, { raw: answer }) => {
    // Injected requests have no `complete`.
    if (raw.complete !== false) return;
    const network = networkPrefix(ip);
    if (drained.get(network) >= MAX_DRAINED_PER_NETWORK) {
      answer.once('finish', () => raw.socket.destroy());
      return;
    }
    drained.add(network);
    finished(raw, () => drained.remove(network));
    const mayStay = answer.shouldKeepAlive;
    // Otherwise Node closes the connection with the response's last byte.
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

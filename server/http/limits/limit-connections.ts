import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkPrefix } from '#server/authorization/rate-limits.ts';
import { OpenCounts } from './open-counts.ts';

/** Limits of connections on which no request is in progress: idle, or with headers that are not complete. */
const MAX_WAITING = { network: 256, all: 4_096 };

/** The time for the headers of a request, and how often Node looks for those that exceed it. */
export const HEADER_TIMEOUT = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/**
 * Limits the connections that wait for the headers of a request, for each network and in total: a sender of headers that never
 * end takes no more than its share. Connections that exceed a limit are closed, new ones at once and others after their response.
 */
export function limitWaitingConnections(server: Server, limits = MAX_WAITING): void {
  const counts = new OpenCounts();
  const waiting = new Map<Socket, string>();

  const leave = (socket: Socket): void => {
    const network = waiting.get(socket);
    if (network === undefined) return;
    waiting.delete(socket);
    counts.remove(network);
  };
  /** Returns whether there is room for another waiting connection. */
  const enter = (socket: Socket): boolean => {
    const network = networkPrefix(socket.remoteAddress ?? '');
    if (counts.get(network) >= limits.network || waiting.size >= limits.all) return false;
    waiting.set(socket, network);
    counts.add(network);
    return true;
  };

  server.on('connection', (socket) => {
    if (!enter(socket)) socket.destroy();
    else socket.once('close', () => leave(socket));
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    leave(socket);
    response.once('finish', () => {
      if (!socket.destroyed && !enter(socket)) socket.end();
    });
  });
}

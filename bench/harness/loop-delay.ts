import { createServer, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import { isMainThread } from 'node:worker_threads';

/*
 * Preloaded into a server with `--import`, it answers on the socket LOOP_DELAY_SOCKET how late the event loop of the main thread
 * ran since the last question. The metrics of our own server cover whole minutes, and other servers have none.
 */

const RESOLUTION_MS = 10;

/** In milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

/** Returns the flags and the environment of a server whose delay is read from this socket. */
export const withLoopDelay = (socket: string) => ({
  flags: ['--import', './bench/harness/loop-delay.ts'],
  env: { LOOP_DELAY_SOCKET: socket },
});

/** Reads the delay since the last call. */
export async function readLoopDelay(socket: string): Promise<LoopDelay> {
  const { promise, resolve, reject } = Promise.withResolvers<LoopDelay>();
  request({ socketPath: socket, path: '/' }, (response) => resolve(json(response) as Promise<LoopDelay>)) // our own answer
    .once('error', reject)
    .end();
  return promise;
}

const { LOOP_DELAY_SOCKET: ownSocket } = process.env;
if (ownSocket !== undefined && isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const toMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  createServer((_, response) => {
    response.end(JSON.stringify({ p99: toMs(histogram.percentile(99)), max: toMs(histogram.max) }));
    histogram.reset();
  })
    .listen(ownSocket)
    .unref();
}

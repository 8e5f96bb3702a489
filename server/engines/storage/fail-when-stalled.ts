import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { markUnavailable } from '#server/app/errors.ts';

const CHECK_INTERVAL_MS = 5_000;
/** More than 15 s without a byte: an object store that works answers in milliseconds. */
const MAX_IDLE_CHECKS = 3;

/**
 * Destroys a response whose server sends nothing more, with an error that counts as an outage. A reader that does not
 * take what has arrived may be as slow as it likes.
 */
export function failWhenStalled(body: Readable): Readable {
  let idleChecks = 0;
  let receivedBytes = 0;
  const timer = setInterval(() => {
    const received = body instanceof IncomingMessage ? body.socket.bytesRead : 0;
    const isIdle = body.readableLength === 0 && received === receivedBytes;
    receivedBytes = received;
    idleChecks = isIdle ? idleChecks + 1 : 0;
    if (idleChecks < MAX_IDLE_CHECKS) return;
    const error = new Error('The object store stopped sending in the middle of an object');
    markUnavailable(error);
    body.destroy(error);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return body.once('close', () => clearInterval(timer));
}

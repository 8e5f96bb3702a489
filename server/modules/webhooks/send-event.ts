import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { AppError } from '#server/app/errors.ts';
import { resolvePublicAddress } from '#server/engines/network/public-address.ts';

/** A receiver should note the event and answer; it can do the work later. */
const SEND_TIMEOUT_MS = 10_000;

export interface OutgoingEvent {
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly deliveryId: number;
  /** Seconds since the epoch, which the signature includes. */
  readonly sentAt: number;
}

interface SendOptions {
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** The answer of a receiver, or why there was none; `isAccepted` for the statuses 200 to 299. */
interface SendOutcome {
  readonly isAccepted: boolean;
  readonly status: string;
}

/** Signs time and body, so that a receiver can tell our requests from others and old ones from new ones. */
export const signEvent = ({
  secret,
  body,
  sentAt,
}: Pick<OutgoingEvent, 'secret' | 'body' | 'sentAt'>): string =>
  `t=${sentAt},v1=${createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')}`;

/**
 * Posts an event to a receiver. The name is resolved once, and the connection goes to the address that was checked: another
 * answer of the name server a moment later changes nothing. Redirects are not followed.
 */
export async function sendEvent(event: OutgoingEvent, options: SendOptions): Promise<SendOutcome> {
  const { signal, timeoutMs = SEND_TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await post(event, options, AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { isAccepted: false, status: 'No answer in time' };
    if (error instanceof AppError) return { isAccepted: false, status: error.message };
    const { code = 'failed' } = error as NodeJS.ErrnoException; // errors of the network have one
    return { isAccepted: false, status: `The connection failed (${code})` };
  }
}

async function post(
  event: OutgoingEvent,
  { allowsPrivate }: SendOptions,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const url = new URL(event.url);
  const { address, family } = await resolvePublicAddress(url, { allowsPrivate });
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    signal,
    lookup: (_name, { all }, found) =>
      all ? found(null, [{ address, family }]) : found(null, address, family),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(event.body),
      'user-agent': 'Muniment',
      'muniment-delivery': String(event.deliveryId),
      'muniment-signature': signEvent(event),
    },
  });
  request.end(event.body);
  const [response] = (await once(request, 'response', { signal })) as [http.IncomingMessage];
  const { statusCode = 0 } = response;
  // What it says is neither read nor kept.
  response.destroy();
  return { isAccepted: statusCode >= 200 && statusCode < 300, status: String(statusCode) };
}

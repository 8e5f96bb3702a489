import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { resolvePublicAddress } from '../network/public-address.ts';

/** Limits the whole exchange, also with a server that sends something all the time. */
const TIMEOUT_MS = 15_000;
/** Tokens have a few KB, with the certificates of the server. */
const MAX_ANSWER_BYTES = 64 * 1024;
const NONCE_BYTES = 8;

export interface TimeStamp {
  /** A TimeStampToken of RFC 3161, in DER. */
  readonly token: Buffer;
  /** The time that the server states, in epoch milliseconds. */
  readonly at: number;
}

interface RequestOptions {
  readonly url: string;
  /** Allows addresses of private networks. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
  /** The time of this machine, from which a valid token differs little. */
  readonly now: number;
  readonly timeoutMs?: number;
}

/**
 * Requests a time stamp of a text from an RFC 3161 server, and checks what it answers. Only the SHA-256 of the text and a random
 * number leave this machine. Rejects when there is no valid token.
 */
export async function requestTimeStamp(text: string, options: RequestOptions): Promise<TimeStamp> {
  const { url, allowsPrivate, signal, now, timeoutMs = TIMEOUT_MS } = options;
  // Loaded here, because few installations use it.
  const { encodeRequest, readToken } = await import('./time-stamp-tokens.ts');
  const nonce = randomBytes(NONCE_BYTES);
  // Positive, and without leading zeros, as DER encodes it.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const answer = await post(new URL(url), encodeRequest(text, nonce), { allowsPrivate, signal: limit });
  return readToken(answer, { text, nonce, now });
}

/** Posts to the address that was checked, whatever the name resolves to later; follows no redirect. */
async function post(
  url: URL,
  body: Buffer,
  { allowsPrivate, signal }: Pick<RequestOptions, 'allowsPrivate' | 'signal'>,
): Promise<Buffer> {
  const { address, family } = await resolvePublicAddress(url, { allowsPrivate });
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    signal,
    lookup: (_name, { all }, found) =>
      all ? found(null, [{ address, family }]) : found(null, address, family),
    headers: {
      'content-type': 'application/timestamp-query',
      'content-length': body.length,
      accept: 'application/timestamp-reply',
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response', { signal })) as [http.IncomingMessage];
  try {
    if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > MAX_ANSWER_BYTES) throw new Error('The answer is too large');
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

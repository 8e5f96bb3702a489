import { setTimeout as wait } from 'node:timers/promises';
import { createModelCircuitBreaker } from './circuit-breaker.ts';
import { isAboutTheRequest, ModelError } from './model-error.ts';

interface ModelClientSettings {
  /** Up to the version: `https://models.example.com/v1`, without a last slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** One model on such a server. */
export interface ModelSettings extends ModelClientSettings {
  readonly model: string;
}

export interface ResponseLimits {
  /** Until the first byte of the reply, further attempts included. */
  readonly firstByteTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

/** An OpenAI-compatible server. */
export interface ModelClient {
  /** With its port, for people to read. */
  readonly host: string;
  /**
   * Sends JSON, and yields the bytes of the reply as they come. Throws ModelServerError when there is none, or not a
   * whole one, within the limits; when `signal` ends it, that is no failure of the server.
   */
  post(
    path: `/${string}`,
    body: object,
    limits: ResponseLimits,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void>;
}

/** Tells of the server alone. */
export class ModelServerError extends ModelError {
  override readonly name = 'ModelServerError';
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { isAboutTheRequest: INVALID_REQUEST_STATUSES.has(status), cause });
    this.status = status;
  }
}

const MAX_ATTEMPTS = 3;
const INITIAL_RETRY_DELAY_MS = 500;
/** Who is asked to wait for longer than this does without. */
const MAX_RETRY_DELAY_MS = 5_000;

/** Refusals of this one request, too long a one for instance, say nothing of the next. */
const INVALID_REQUEST_STATUSES = new Set<number | undefined>([400, 413, 422]);

/** The client of one model on a server; it is left alone for a while after failures in a row. */
export function createModelClient(
  { baseUrl, apiKey }: ModelClientSettings,
  now: () => number = Date.now,
): ModelClient {
  const breaker = createModelCircuitBreaker(now);
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    host: new URL(baseUrl).host,
    async *post(path, body, limits, signal) {
      if (!breaker.allowsRequest())
        throw new ModelServerError('The server failed repeatedly and is left alone');
      const deadline = new AbortController();
      const abortRequest = () => deadline.abort(new ModelServerError('The server took too long'));
      const firstByteTimer = setTimeout(abortRequest, limits.firstByteTimeoutMs);
      const totalTimer = setTimeout(abortRequest, limits.totalTimeoutMs);
      let left = limits.maxBytes;
      try {
        const reply = await fetchWithRetry(`${baseUrl}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          // Documents and the key go to the server that the operator named, and to no other.
          redirect: 'manual',
          signal: AbortSignal.any([signal, deadline.signal]),
        });
        for await (const bytes of reply) {
          clearTimeout(firstByteTimer);
          left -= bytes.length;
          if (left < 0) throw new ModelServerError('The reply is too long');
          yield bytes;
        }
        breaker.recordSuccess();
      } catch (cause) {
        if (signal.aborted) throw cause;
        const error = deadline.signal.aborted ? deadline.signal.reason : asModelServerError(cause);
        if (!isAboutTheRequest(error)) breaker.recordFailure();
        throw error;
      } finally {
        clearTimeout(firstByteTimer);
        clearTimeout(totalTimer);
      }
    },
  };
}

const asModelServerError = (cause: unknown): ModelServerError =>
  cause instanceof ModelServerError
    ? cause
    : new ModelServerError('The server can’t be reached, or broke off', { cause });

/** Asks again only where the server itself says that it may pass. */
async function fetchWithRetry(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  for (let attempt = 1; ; attempt += 1) {
    const { ok, status, headers, body } = await fetch(url, init);
    if (ok && body) return body;
    // Unread and unlogged: it may repeat what was asked.
    await body?.cancel();
    const delay = parseRetryAfter(headers.get('retry-after')) ?? INITIAL_RETRY_DELAY_MS * 2 ** (attempt - 1);
    const mayPass = status === 429 || status >= 500;
    if (!mayPass || attempt === MAX_ATTEMPTS || delay > MAX_RETRY_DELAY_MS)
      throw new ModelServerError(`The server answered ${status}`, { status });
    await wait(delay, undefined, { signal: init.signal });
  }
}

/** Seconds, or an instant (RFC 9110, 10.2.3). */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const delay = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

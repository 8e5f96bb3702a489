import { setTimeout as wait } from 'node:timers/promises';
import { createModelCircuitBreaker } from './circuit-breaker.ts';
import { ModelError } from './model-error.ts';

interface ModelClientSettings {
  /** URL up to the version, without a trailing slash: `https://models.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** A model on an OpenAI-compatible server. */
export interface ModelSettings extends ModelClientSettings {
  readonly model: string;
}

export interface ResponseLimits {
  /** Time until the first byte of the response, including retries. */
  readonly firstByteTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

/** An OpenAI-compatible server. */
export interface ModelClient {
  /** Host and port, for display. */
  readonly host: string;
  /**
   * Sends JSON and yields the bytes of the response as they arrive. Throws ModelServerError when there is no complete
   * response within the limits. An abort by `signal` is not counted as a failure of the server.
   */
  post(
    path: `/${string}`,
    body: object,
    limits: ResponseLimits,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void>;
}

/** A request to a model server failed. The message is about the server only, never about the request's content. */
export class ModelServerError extends ModelError {
  override readonly name = 'ModelServerError';
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { isInvalidRequest: INVALID_REQUEST_STATUSES.has(status), cause });
    this.status = status;
  }
}

const MAX_ATTEMPTS = 3;
const INITIAL_RETRY_DELAY_MS = 500;
/** A longer `Retry-After` is not waited for. */
const MAX_RETRY_DELAY_MS = 5_000;

/** Statuses that refuse a request for its content, for example its length. */
const INVALID_REQUEST_STATUSES = new Set<number | undefined>([400, 413, 422]);

/** Creates the client of one model server, with a circuit breaker of its own. */
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
        throw new ModelServerError('The model server is paused after repeated failures');
      const deadline = new AbortController();
      const abortRequest = () => deadline.abort(new ModelServerError('The model server timed out'));
      const firstByteTimer = setTimeout(abortRequest, limits.firstByteTimeoutMs);
      const totalTimer = setTimeout(abortRequest, limits.totalTimeoutMs);
      let left = limits.maxBytes;
      try {
        const response = await fetchWithRetry(`${baseUrl}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          // Documents and the key go only to the configured server.
          redirect: 'manual',
          signal: AbortSignal.any([signal, deadline.signal]),
        });
        for await (const bytes of response) {
          clearTimeout(firstByteTimer);
          left -= bytes.length;
          if (left < 0) throw new ModelServerError('The response exceeds the size limit');
          yield bytes;
        }
        breaker.recordSuccess();
      } catch (cause) {
        if (signal.aborted) throw cause;
        const error = asModelServerError(deadline.signal.aborted ? deadline.signal.reason : cause);
        if (!error.isInvalidRequest) breaker.recordFailure();
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
    : new ModelServerError('The connection to the model server failed', { cause });

/** Retries only the statuses that are temporary: 429 and 5xx. */
async function fetchWithRetry(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  for (let attempt = 1; ; attempt += 1) {
    const { ok, status, headers, body } = await fetch(url, init);
    if (ok && body) return body;
    // Neither read nor logged: it may repeat the request.
    await body?.cancel();
    const delay = parseRetryAfter(headers.get('retry-after')) ?? INITIAL_RETRY_DELAY_MS * 2 ** (attempt - 1);
    const isTemporary = status === 429 || status >= 500;
    if (!isTemporary || attempt === MAX_ATTEMPTS || delay > MAX_RETRY_DELAY_MS)
      throw new ModelServerError(`The model server responded with status ${status}`, { status });
    await wait(delay, undefined, { signal: init.signal });
  }
}

/** Parses seconds or a date (RFC 9110, section 10.2.3) to milliseconds. */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const delay = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

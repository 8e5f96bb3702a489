import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { markUnavailable } from '#server/app/errors.ts';

/** How to reach an OpenSearch server, and the names of what this installation keeps there. */
export interface SearchServerSettings {
  /** Without user, password and path. */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates, in PEM, that the server's own is checked against in place of the system's. */
  readonly caFile?: string | undefined;
  /** Begins the names of the indexes; the alias that is searched has this name. */
  readonly indexPrefix: string;
}

/** A request that the server refused or did not answer. */
export class SearchServerError extends Error {
  /** 0 without an answer. */
  readonly status: number;
  /** The server's own name of the error, such as `resource_already_exists_exception`. */
  readonly type: string;

  constructor(message: string, status: number, type = '', cause?: unknown) {
    super(message, { cause });
    this.name = 'SearchServerError';
    this.status = status;
    this.type = type;
    // Too many requests, and an answer of a proxy or of a cluster without its data.
    const isAway = status === 0 || status === 429 || status >= 500;
    // The index is being replaced, or the server came back without it; the next call finds or makes it.
    if (isAway || type === MISSING_INDEX) markUnavailable(this);
  }
}

const MISSING_INDEX = 'index_not_found_exception';

export interface SearchServer {
  /** Sends JSON, or a list as one line of JSON each, and returns the answer. */
  send(method: string, path: string, body?: object): Promise<unknown>;
  /** Returns a document; `undefined` when its index has none of that id. */
  find(path: string): Promise<unknown>;
  close(): void;
}

export const isMissingIndex = (error: unknown): boolean =>
  error instanceof SearchServerError && error.type === MISSING_INDEX;

/** Describes an index that is no longer the one to use, as the server does once it was removed. */
export const createMissingIndexError = (message: string): SearchServerError =>
  new SearchServerError(message, 404, MISSING_INDEX);

const TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 16;
/** Far above any answer that is asked for. */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;

/** Sends requests over kept connections; a list is sent as lines of JSON. Rejects when no answer comes. */
function createRequester({ url, username, password, caFile }: SearchServerSettings) {
  const base = new URL(url);
  const isSecure = base.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agent = isSecure
    ? new https.Agent({ ...options, ...(caFile !== undefined && { ca: readFileSync(caFile) }) })
    : new http.Agent(options);
  const authorization =
    username === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };

  async function request(method: string, path: string, body: object | undefined) {
    const isLines = Array.isArray(body);
    const content = isLines ? body.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(body);
    const type = isLines ? 'application/x-ndjson' : 'application/json';
    const headers = {
      ...authorization,
      ...(content !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
    };
    const sent = (isSecure ? https : http).request(new URL(path, base), {
      method,
      agent,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    try {
      return await new Promise<{ status: number; text: string }>((resolve, reject) => {
        sent.on('error', reject);
        sent.on('response', (response) => {
          readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
        });
        sent.end(content);
      });
    } catch (cause) {
      throw new SearchServerError('The search server does not answer.', 0, '', cause);
    }
  }

  return { request, close: () => agent.destroy() };
}

/** Opens a client; connects with the first request. Nothing but Node is needed: the dialect is a handful of JSON requests. */
export function openSearchServer(settings: SearchServerSettings): SearchServer {
  const { request, close } = createRequester(settings);

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const { status, text } = await request(method, path, body);
    const answer = parseAnswer(text);
    if (status < 400 && answer !== undefined) return answer;
    const { type, reason } = describeError(answer);
    // Names the request, never its body, which has texts of documents.
    const [address = ''] = path.split('?', 1);
    const message = `The search server answered ${method} ${address} with ${status}: ${reason}`;
    // What is not JSON comes from something in front of the server: it tells neither success nor that something is missing.
    const isForeign = answer === undefined && (status < 400 || status === 404);
    throw new SearchServerError(message, isForeign ? 0 : status, type);
  }

  return {
    send,
    find: (path) =>
      send('GET', path).catch((error: unknown) => {
        // Only a missing document has no error in its answer.
        const isMissing = error instanceof SearchServerError && error.status === 404 && error.type === '';
        if (isMissing) return undefined;
        throw error;
      }),
    close,
  };
}

async function readAll(response: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer of the search server is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeError(answer: unknown): { type: string; reason: string } {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  const { type = '', reason = '' } = (typeof error === 'object' ? error : {}) as Record<string, unknown>; // an OpenSearch error
  return { type: String(type), reason: String(reason).slice(0, 200) };
}

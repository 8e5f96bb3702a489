import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from './api-error.ts';

type Method = Endpoint['method'];

interface Options {
  body?: unknown;
  signal?: AbortSignal;
}

export interface Page<Result> {
  result: Result;
  /** The address of the next page, from the Link header; null at the last one. */
  next: string | null;
}

/**
 * Calls our server and returns its JSON (undefined when the answer is empty). A body goes as JSON, a FormData as it is.
 * Throws ApiError for every answer but 2xx and, with status 0, when there was no answer; an abort stays an AbortError.
 */
export async function request<Result>(method: Method, url: string, options: Options = {}): Promise<Result> {
  return (await requestPage<Result>(method, url, options)).result;
}

/** As `request`, for a list that comes in pages. */
export async function requestPage<Result>(
  method: Method,
  url: string,
  options: Options = {},
): Promise<Page<Result>> {
  const response = await send(method, url, 'application/json', options);
  const text = await response.text().catch(throwNetworkError);
  const json = parseJson(text);
  if (!response.ok) throw toApiError(response, text, json);
  if (json === undefined && text !== '')
    throw new ApiError(response.status, 'The server’s answer could not be read.');
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  return { result: json as Result, next }; // the server checks every answer against the contract that names this type
}

/** As `request`, for an answer of bytes. The browser keeps a large one on its disk. */
export async function requestBlob(method: Method, url: string, options: Options = {}): Promise<Blob> {
  const response = await send(method, url, '*/*', options);
  if (response.ok) return response.blob().catch(throwNetworkError);
  const text = await response.text().catch(throwNetworkError);
  throw toApiError(response, text, parseJson(text));
}

/** As `request`, for an answer that comes piece by piece. Whoever stops iterating closes the connection. */
export async function* requestStream(
  method: Method,
  url: string,
  options: Options = {},
): AsyncGenerator<Uint8Array, void> {
  const response = await send(method, url, 'text/event-stream', options);
  if (!response.ok || !response.body) {
    const text = await response.text().catch(throwNetworkError);
    throw toApiError(response, text, parseJson(text));
  }
  // Not every browser can iterate over the stream itself.
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwNetworkError);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function send(method: Method, url: string, accept: string, { body, signal }: Options): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData);
  return fetch(url, {
    method,
    signal: signal ?? null,
    credentials: 'same-origin',
    headers: { accept, ...(isJson && { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : isJson ? JSON.stringify(body) : null,
  }).catch(throwNetworkError);
}

function throwNetworkError(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network', cause: error });
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

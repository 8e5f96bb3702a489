import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from './api-error.ts';
import { reauthenticate } from './reauthentication.ts';
import { noteFailure, noteSuccess } from './request-outcomes.ts';

export type Method = Endpoint['method'];

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the request finish after the page is closed. */
  keepalive?: boolean;
}

export interface Page<Result> {
  result: Result;
  /** URL of the next page, from the Link header; null on the last page. */
  next: string | null;
  /** The list is so long that it was not searched to its end. */
  isIncomplete: boolean;
}

/**
 * Sends a request to the server and returns its JSON (undefined for an empty response). Bodies are sent as JSON, except
 * FormData. Throws ApiError for every status but 2xx and, with status 0, for network errors; an abort stays AbortError.
 */
export async function request<Result>(
  method: Method,
  url: string,
  options: RequestOptions = {},
): Promise<Result> {
  try {
    const { result } = await requestPage<Result>(method, url, options);
    noteSuccess(`${method} ${url}`);
    return result;
  } catch (error) {
    noteFailure(`${method} ${url}`, error);
    throw error;
  }
}

/** Sends a request for one page of a list. Throws as `request` does. */
export async function requestPage<Result>(
  method: Method,
  url: string,
  options: RequestOptions = {},
): Promise<Page<Result>> {
  const response = await send(method, url, 'application/json', options);
  try {
    const result = await readResponse<Result>(response);
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
    return { result, next, isIncomplete: response.headers.has('x-incomplete') };
  } catch (error) {
    const isRepeated =
      error instanceof ApiError && error.code === 'reauthenticate' && (await reauthenticate());
    if (isRepeated) return requestPage(method, url, options);
    throw error;
  }
}

/** Returns the JSON of a response (undefined if it is empty). Throws as `request` does. */
export async function readResponse<Result>(response: Response): Promise<Result> {
  const text = await response.text().catch(throwNetworkError);
  const json = parseJson(text);
  if (!response.ok) throw toApiError(response, text, json);
  if (json === undefined && text !== '')
    throw new ApiError(response.status, 'The server’s answer could not be read.');
  return json as Result; // the server validates every response against the contract of this type
}

/** Sends a request and returns the response as a Blob, which browsers keep on disk if it is large. Throws as `request` does. */
export async function requestBlob(method: Method, url: string, options: RequestOptions = {}): Promise<Blob> {
  const response = await send(method, url, '*/*', options);
  if (response.ok) return response.blob().catch(throwNetworkError);
  const text = await response.text().catch(throwNetworkError);
  throw toApiError(response, text, parseJson(text));
}

export function send(
  method: Method,
  url: string,
  accept: string,
  { body, signal, keepalive = false }: RequestOptions,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData);
  return fetch(url, {
    method,
    signal: signal ?? null,
    credentials: 'same-origin',
    keepalive,
    headers: { accept, ...(isJson && { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : isJson ? JSON.stringify(body) : null,
  }).catch(throwNetworkError);
}

export function throwNetworkError(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network', cause: error });
}

/** Returns the parsed text, or `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

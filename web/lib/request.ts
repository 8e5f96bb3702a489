import { ApiError, NETWORK_FAILURE, refusalOf } from './api-error.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Calls our server and returns its JSON (undefined when the answer is empty). A body goes as JSON, a FormData as it is.
 * Throws ApiError for every answer but 2xx and, with status 0, when there was no answer; an abort stays an AbortError.
 */
export async function request<Result>(
  method: Method,
  url: string,
  options: { body?: unknown; signal?: AbortSignal } = {},
): Promise<Result> {
  const { body, signal = null } = options;
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(url, {
    method,
    signal,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : isJson ? JSON.stringify(body) : null,
  }).catch(reportUnreachable);

  const text = await response.text().catch(reportUnreachable);
  const json = parseJson(text);
  if (!response.ok) throw refusalOf(response, text, json);
  if (json === undefined && text !== '')
    throw new ApiError(response.status, 'The server’s answer could not be read.');
  return json as Result; // the server checks every answer against the contract that names this type
}

function reportUnreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, NETWORK_FAILURE, { code: 'network', cause: error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createParser } from 'eventsource-parser';
import type { EventOf, RequestOf } from '#shared/contracts/endpoint.ts';
import { toApiError } from './api-error.ts';
import { buildUrl, type CallName, type Calls, getMethod } from './call.ts';
import { type Method, parseJson, type RequestOptions, send, throwNetworkError } from './request.ts';

/** Calls an endpoint that responds with server-sent events and yields them. Throws ApiError. */
export async function* callForEvents<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]>,
  signal: AbortSignal,
): AsyncGenerator<EventOf<Calls[Name]>, void> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  const bytes = requestStream(getMethod(name), buildUrl(name, input), { body: input.body, signal });
  for await (const piece of bytes) {
    parser.feed(decoder.decode(piece, { stream: true }));
    for (const data of events.splice(0)) yield JSON.parse(data) as EventOf<Calls[Name]>; // the server validates every event against the contract of this type
  }
}

/** Sends a request and yields the response in chunks. Ending the iteration closes the connection. Throws as `request` does. */
async function* requestStream(
  method: Method,
  url: string,
  options: RequestOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const response = await send(method, url, 'text/event-stream', options);
  if (!response.ok || !response.body) {
    const text = await response.text().catch(throwNetworkError);
    throw toApiError(response, text, parseJson(text));
  }
  // Not every browser supports iterating over the stream itself.
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

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import type { Endpoint, EventOf } from '#shared/contracts/endpoint.ts';
import { type AssertAllowed, requireWhileSending } from './end-revoked-responses.ts';
import { type Input, serve } from './serve.ts';

interface EventEndpoint extends Endpoint {
  readonly result: 'bytes';
  readonly events: z.ZodType;
}

/**
 * Events are few and small. They are read ahead, so that a slow connection holds up neither the server nor its
 * upstream.
 */
const MAX_BUFFERED_EVENTS = 10_000;

export interface EventStream {
  /** Aborts when the client disconnects, or has lost its rights. */
  readonly signal: AbortSignal;
  /** Adds a condition under which the stream may continue. */
  requireWhileSending(assertAllowed: AssertAllowed): void;
}

/**
 * Works like `serve` for a call that answers in pieces. A refusal before the first event is an ordinary
 * response.
 */
export function serveEvents<const E extends EventEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (ctx: Context, input: Input<E>, stream: EventStream) => AsyncGenerator<EventOf<E>, void>,
): void {
  async function* encodeEvents(
    first: IteratorResult<EventOf<E>, void>,
    following: AsyncIterable<EventOf<E>>,
  ) {
    if (first.done) return;
    yield encodeEvent(first.value);
    for await (const event of following) yield encodeEvent(event);
  }
  // As in any response, fields that the contract does not name are removed.
  const encodeEvent = (event: EventOf<E>): string =>
    `data: ${JSON.stringify(endpoint.events.parse(event))}\n\n`;

  serve<EventEndpoint>(app, endpoint, async (ctx, input, { request, reply }) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const stream: EventStream = {
      signal: leaving.signal,
      requireWhileSending: (assertAllowed) => requireWhileSending(request, assertAllowed),
    };
    // The contract's output is the same for both types, of which the outer one is wider.
    const events = handle(ctx, input as Input<E>, stream);
    const first = await events.next();
    return reply
      .header('content-type', 'text/event-stream')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(encodeEvents(first, events), { highWaterMark: MAX_BUFFERED_EVENTS }));
  });
}

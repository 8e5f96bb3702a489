import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { handleErrors } from './error-handler.ts';
import { type EventStream, serveEvents } from './serve-events.ts';

const count = {
  method: 'GET',
  path: '/api/count',
  summary: 'Counts',
  caller: 'anyone',
  result: 'bytes',
  events: z.object({ n: z.int(), text: z.string().optional() }),
} as const satisfies Endpoint;

type Counted = { n: number; text?: string; more?: string };
type Handle = (ctx: Context, input: unknown, stream: EventStream) => AsyncGenerator<Counted, void>;

async function openCounter(handle: Handle) {
  const app = fastify();
  handleErrors(app, async () => {});
  app.decorateRequest('ctx');
  serveEvents(app, count, handle);
  onTestFinished(() => app.close());
  return app;
}

test('each event contains only the fields of its contract', async () => {
  const app = await openCounter(async function* () {
    yield { n: 1, more: 'secret\n\ndata: 9' };
    yield { n: 2 };
  });
  const { body, headers } = await app.inject(count.path);
  expect(headers['content-type']).toBe('text/event-stream');
  expect(body).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
});

test('a refusal before the first event is an ordinary response', async () => {
  // biome-ignore lint/correctness/useYield: it is refused before
  const app = await openCounter(async function* () {
    throw new AppError('not-found', 'There is nothing to count');
  });
  const { statusCode, json } = await app.inject(count.path);
  expect([statusCode, json().error]).toEqual([404, 'There is nothing to count']);
});

test('a stream without events is a valid response', async () => {
  const app = await openCounter(async function* () {});
  const { statusCode, body } = await app.inject(count.path);
  expect([statusCode, body]).toEqual([200, '']);
});

async function openSlowReader(handle: Handle): Promise<IncomingMessage> {
  const app = await openCounter(handle);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answered: Promise<IncomingMessage[]> = once(
    request(`${url}${count.path}`, { agent: false }).end(),
    'response',
  );
  const [answer = expect.unreachable()] = await answered;
  return answer;
}

test('a slow reader blocks nobody', async () => {
  const made = Promise.withResolvers<void>();
  // More than any socket buffers by itself.
  const text = 'x'.repeat(10_000);
  const answer = await openSlowReader(async function* () {
    for (let n = 0; n < 2_000; n += 1) yield { n, text };
    made.resolve();
  });
  await made.promise;
  answer.destroy();
});

test('a disconnected client aborts the stream', async () => {
  const left = Promise.withResolvers<void>();
  const answer = await openSlowReader(async function* (_ctx, _input, { signal }) {
    yield { n: 1 };
    await once(signal, 'abort');
    left.resolve();
  });
  answer.destroy();
  await left.promise;
});

import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ModelReply,
  replyJson,
  replyStatus,
  startModelServer,
  type TestModelServer,
} from '#server/testing/fakes/model-server.ts';
import { createModelClient, type ResponseLimits } from './model-client.ts';

const LIMITS: ResponseLimits = { firstByteTimeoutMs: 5_000, totalTimeoutMs: 5_000, maxBytes: 1_000 };
const GOOD = replyJson({ good: true });
const AT_ONCE = { 'retry-after': '0' };

let server: TestModelServer;
let now: number;
beforeEach(async () => {
  now = 0;
  server = await startModelServer(GOOD);
});
afterEach(() => server.stop());

function client() {
  const models = createModelClient({ baseUrl: server.baseUrl, apiKey: 'key-1' }, () => now);
  const ask = (limits: Partial<ResponseLimits> = {}, signal = new AbortController().signal) =>
    json(models.post('/embeddings', { input: 'the secret question' }, { ...LIMITS, ...limits }, signal));
  return { models, ask };
}

const failOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a request is sent with the key, and the reply is returned', async () => {
  const { models, ask } = client();
  expect(await ask()).toEqual({ good: true });
  expect(models.host).toBe(server.host);
  expect(server.requests).toEqual([
    {
      path: '/v1/embeddings',
      headers: expect.objectContaining({ authorization: 'Bearer key-1', 'content-type': 'application/json' }),
      body: { input: 'the secret question' },
    },
  ]);
});

test('a server without a key gets none', async () => {
  const models = createModelClient({ baseUrl: server.baseUrl, apiKey: undefined });
  await json(models.post('/embeddings', {}, LIMITS, new AbortController().signal));
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('bytes are returned as they arrive', async () => {
  const first = Promise.withResolvers<void>();
  server.setReplies((response) => {
    response.write('one');
    void first.promise.then(() => response.end('two'));
  });
  const seen: string[] = [];
  const bytes = client().models.post('/chat/completions', {}, LIMITS, new AbortController().signal);
  for await (const piece of bytes) {
    seen.push(Buffer.from(piece).toString());
    first.resolve();
  }
  expect(seen).toEqual(['one', 'two']);
});

describe('temporary failures', () => {
  test.each([429, 500, 503])('a request is retried after %i', async (status) => {
    server.setReplies(replyStatus(status, AT_ONCE), GOOD);
    expect(await client().ask()).toEqual({ good: true });
    expect(server.requests).toHaveLength(2);
  });

  test('a request is tried at most three times', async () => {
    server.setReplies(replyStatus(500, AT_ONCE));
    expect(await failOf(client().ask())).toMatchObject({ name: 'ModelServerError', status: 500 });
    expect(server.requests).toHaveLength(3);
  });

  test.each(['6', new Date(Date.now() + 3_600_000).toUTCString()])(
    'a long Retry-After is not awaited: %s',
    async (later) => {
      server.setReplies(replyStatus(429, { 'retry-after': later }), GOOD);
      expect(await failOf(client().ask())).toMatchObject({ status: 429 });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('a past Retry-After is retried at once, and a missing one after a moment', async () => {
    server.setReplies(
      replyStatus(429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      replyStatus(503, { 'retry-after': 'soon' }),
      GOOD,
    );
    const began = performance.now();
    expect(await client().ask()).toEqual({ good: true });
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

test.each([400, 401, 404, 418])('a response of %i is final', async (status) => {
  server.setReplies(replyStatus(status, AT_ONCE), GOOD);
  expect(await failOf(client().ask())).toMatchObject({ status });
  expect(server.requests).toHaveLength(1);
});

test('a redirect is not followed, neither to another host nor to the same one', async () => {
  const elsewhere = await startModelServer(GOOD);
  for (const location of [`${elsewhere.baseUrl}/embeddings`, '/v1/embeddings']) {
    for (const status of [301, 307, 308]) {
      server.setReplies(replyStatus(status, { location }), GOOD);
      expect(await failOf(client().ask())).toMatchObject({ status });
    }
  }
  expect([server.requests.length, elsewhere.requests.length]).toEqual([6, 0]);
  await elsewhere.stop();
});

describe('useless replies', () => {
  const breakOff: ModelReply = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"good"', () => response.destroy());
  };
  const dribble: ModelReply = (response) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };
  const greetAndHang: ModelReply = (response) => response.flushHeaders();

  test.each<[string, ModelReply, Partial<ResponseLimits>]>([
    ['never comes', () => {}, { firstByteTimeoutMs: 30 }],
    ['has only headers', greetAndHang, { firstByteTimeoutMs: 30 }],
    ['never ends', dribble, { totalTimeoutMs: 60 }],
    ['breaks off', breakOff, {}],
    ['is too long', (response) => response.end('x'.repeat(1_001)), {}],
    ['grows too long in pieces', dribble, { maxBytes: 3 }],
  ])('a reply that %s fails within the limits', async (_, reply, limits) => {
    server.setReplies(reply);
    expect(await failOf(client().ask(limits))).toMatchObject({ name: 'ModelServerError' });
    expect(server.requests).toHaveLength(1);
  });

  test('the error of an unreachable server contains neither the question nor the key', async () => {
    await server.stop();
    const error = await failOf(client().ask());
    expect(error).toMatchObject({ name: 'ModelServerError', cause: expect.any(Error) });
    expect(inspect(error, { depth: null })).not.toMatch(/key-1|secret question/);
  });
});

test('a disconnect ends the request and is not a failure of the server', async () => {
  const { ask } = client();
  for (let time = 0; time < 6; time += 1) {
    const leaving = new AbortController();
    const gone = Promise.withResolvers<void>();
    server.setReplies((response) => {
      response.on('close', () => gone.resolve());
      leaving.abort();
    });
    expect(await failOf(ask({}, leaving.signal))).toMatchObject({ name: 'AbortError' });
    await gone.promise;
  }
  server.setReplies(GOOD);
  expect(await ask()).toEqual({ good: true });
});

test('a reader that stops ends the request', async () => {
  const response = Promise.withResolvers<Parameters<ModelReply>[0]>();
  server.setReplies((open) => {
    open.write('one');
    response.resolve(open);
  });
  for await (const _ of client().models.post('/x', {}, LIMITS, new AbortController().signal)) break;
  const open = await response.promise;
  if (!open.closed) await once(open, 'close');
  expect(open.writableFinished).toBe(false);
});

describe('after five consecutive failures', () => {
  test('requests are refused for 30 seconds, then one trial request is sent', async () => {
    const { ask } = client();
    server.setReplies(replyStatus(401));
    for (let time = 0; time < 5; time += 1) await failOf(ask());
    server.setReplies(GOOD);
    expect(await failOf(ask())).toMatchObject({ message: expect.stringContaining('paused') });
    expect(server.requests).toHaveLength(5);
    now += 30_000;
    expect(await ask()).toEqual({ good: true });
  });

  test('failures caused by the request do not pause the model', async () => {
    const { ask } = client();
    server.setReplies(replyStatus(400));
    for (let time = 0; time < 6; time += 1) await failOf(ask());
    expect(server.requests).toHaveLength(6);
  });
});

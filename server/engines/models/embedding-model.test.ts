import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  replyJson,
  replyStatus,
  startModelServer,
  type TestModelServer,
} from '#server/testing/fakes/model-server.ts';
import { createEmbeddingModel } from './embedding-model.ts';

let server: TestModelServer;
beforeEach(async () => {
  server = await startModelServer(replyStatus(500));
});
afterEach(() => server.stop());

const embed = (...texts: string[]) =>
  createEmbeddingModel({ baseUrl: server.baseUrl, apiKey: undefined, model: 'bge' }).embed(
    texts,
    'passages',
    new AbortController().signal,
  );
const replyOf = (...data: { index: number; embedding: unknown }[]) => replyJson({ data });

test('texts become vectors of length 1 in their own order', async () => {
  server.setReplies(replyOf({ index: 1, embedding: [0, 5] }, { index: 0, embedding: [3, 4] }));
  const { model, vectors } = await embed('one', 'two \ud800');
  expect(vectors).toEqual([Float32Array.from([0.6, 0.8]), Float32Array.from([0, 1])]);
  expect(model).toEqual({ provider: server.host, name: 'bge', dimensions: 2 });
  expect(server.requests).toMatchObject([
    { path: '/v1/embeddings', body: { model: 'bge', input: ['one', 'two \ufffd'] } },
  ]);
});

test.each([
  ['has too few vectors', replyOf({ index: 0, embedding: [1] })],
  ['has two vectors for one text', replyOf({ index: 0, embedding: [1] }, { index: 0, embedding: [1] })],
  ['has vectors of two lengths', replyOf({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] })],
  ['has empty vectors', replyOf({ index: 0, embedding: [] }, { index: 1, embedding: [] })],
  [
    'has texts instead of numbers',
    replyOf({ index: 0, embedding: ['secret'] }, { index: 1, embedding: [1] }),
  ],
  [
    'has vectors that are too long',
    replyOf({ index: 0, embedding: Array(4_097).fill(1) }, { index: 1, embedding: Array(4_097).fill(1) }),
  ],
  ['is not JSON', (response: { end(text: string): void }) => response.end('secret')],
])('a reply that %s is refused and not retried', async (_, reply) => {
  server.setReplies(reply);
  const error = await embed('one', 'two').catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'ModelServerError' });
  expect(inspect(error, { depth: null })).not.toContain('secret');
});

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiResponse } from '#server/testing/clients/inject-client.ts';
import {
  chatCompletionBytes,
  modelAnswer,
  replyWithChatCompletion,
} from '#server/testing/fakes/chat-completions.ts';
import type { ModelReply } from '#server/testing/fakes/model-server.ts';
import {
  askQuestion,
  openTestAppWithModel,
  type TestAppWithModel,
} from '#server/testing/test-app-with-model.ts';

const QUESTION = 'What is the annual rent of the warehouse?';
const CONTENT = 'The annual rent of the warehouse is 48,500 euro.';
const GOOD = modelAnswer('48,500 euro.', [1, CONTENT]);

async function openListeningApp(revocationCheckIntervalMs?: number) {
  const models: TestAppWithModel = await openTestAppWithModel({
    ...(revocationCheckIntervalMs !== undefined && { revocationCheckIntervalMs }),
  });
  const { testApp, server } = models;
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    testApp.server.http.server.closeAllConnections();
    await models[Symbol.asyncDispose]();
  });
  const owner = await testApp.user();
  const file = await owner.file({ name: 'lease.txt', content: CONTENT });
  await testApp.finishJobs();
  /** Resolves with the head of the answer, while its body is still to come. */
  const begin = async (): Promise<IncomingMessage> => {
    const call = request(`${url}/api/search/answer`, {
      method: 'POST',
      agent: false,
      headers: { cookie: owner.cookie ?? '', 'content-type': 'application/json' },
    });
    const answered: Promise<IncomingMessage[]> = once(
      call.end(JSON.stringify({ query: QUESTION })),
      'response',
    );
    const [answer = expect.unreachable()] = await answered;
    return answer;
  };
  return { testApp, server, owner, file, begin };
}

/** Reads on until the text holds this. */
async function readUntil(answer: IncomingMessage, words: string): Promise<string> {
  let text = '';
  for await (const piece of answer.iterator({ destroyOnReturn: false })) {
    text += String(piece);
    if (text.includes(words)) return text;
  }
  throw new Error(`The answer ended without ${words}`);
}

test('search results arrive before the model writes, and then each word as it is written', async () => {
  const { server, begin } = await openListeningApp();
  const model = Promise.withResolvers<Parameters<ModelReply>[0]>();
  server.setReplies((response) => model.resolve(response));
  const answer = await begin();
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const early = await readUntil(answer, '"type":"asked"');
  expect(early).toMatch(/^data: \{"type":"found".+\n\ndata: \{"type":"asked"/);
  expect(early).not.toContain('"type":"text"');
  const response = await model.promise;
  response.write(chatCompletionBytes('{"answer": "48,500'));
  await readUntil(answer, '{"type":"text","text":"48,500"}');
  response.end(chatCompletionBytes(GOOD.slice('{"answer": "48,500'.length - 1)));
  await readUntil(answer, '"type":"answered"');
});

test('a disconnect stops the model and releases its slot', async () => {
  const { server, owner, begin } = await openListeningApp();
  for (let time = 0; time < 3; time += 1) {
    const stopped = Promise.withResolvers<void>();
    server.setReplies((response) => response.on('close', () => stopped.resolve()));
    const answer = await begin();
    await readUntil(answer, '"type":"asked"');
    answer.destroy();
    await stopped.promise;
  }
  server.setReplies(replyWithChatCompletion(GOOD));
  expect((await askQuestion(owner, QUESTION)).at(-1)?.type).toBe('answered');
});

test.for<[string, (app: Awaited<ReturnType<typeof openListeningApp>>) => Promise<ApiResponse>]>([
  ['session', ({ owner }) => owner.post('/api/logout')],
  ['access to a passage', ({ owner, file }) => owner.delete(`/api/files/${file.id}`)],
])('a running answer and its request to the model end with the %s', async ([_what, revoke]) => {
  const app = await openListeningApp(50);
  const stopped = Promise.withResolvers<void>();
  app.server.setReplies((response) => response.on('close', () => stopped.resolve()));
  const answer = await app.begin();
  await readUntil(answer, '"type":"asked"');
  expect((await revoke(app)).status).toBe(200);
  await stopped.promise;
  await expect(readUntil(answer, '"type":"answered"')).rejects.toThrow();
});

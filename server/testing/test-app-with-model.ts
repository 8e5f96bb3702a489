import { createParser } from 'eventsource-parser';
import { test as base } from 'vitest';
import { type AnswerEvent, askForAnswer } from '#shared/contracts/answers.ts';
import type { ApiResponse, TestClient } from './clients/inject-client.ts';
import { startModelServer, type TestModelServer } from './fakes/model-server.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export interface TestAppWithModel extends AsyncDisposable {
  readonly testApp: TestApp;
  readonly server: TestModelServer;
}

/** Opens an app whose answers a model writes. */
export async function openTestAppWithModel(
  options: Pick<TestAppOptions, 'revocationCheckIntervalMs'> = {},
): Promise<TestAppWithModel> {
  const server = await startModelServer();
  const { baseUrl } = server;
  const testApp = await openTestApp({
    ...options,
    config: { answerModel: { baseUrl, apiKey: 'hush', model: 'test-model' } },
  });
  return {
    testApp,
    server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await testApp.close();
    },
  };
}

/** Provides `models`, one app per test file, like `testApp`; each test sets the replies of its server. */
export const test = base.extend<{ $file: { models: TestAppWithModel } }>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      await using models = await openTestAppWithModel();
      await use(models);
    },
    { scope: 'file' },
  ],
});

/** Parses the events of an answer. Throws when one does not match its contract. */
function parseEvents({ bytes }: ApiResponse): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => events.push(askForAnswer.events.parse(JSON.parse(data))),
  });
  parser.feed(new TextDecoder().decode(bytes));
  return events;
}

export async function askQuestion(
  client: TestClient,
  query: string,
  more: object = {},
): Promise<AnswerEvent[]> {
  return parseEvents(await client.post('/api/search/answer', { query, ...more }));
}

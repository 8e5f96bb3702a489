import { test as base } from 'vitest';
import { type AnswerEvent, askForAnswer } from '#shared/contracts/answers.ts';
import { createEventReader } from '#shared/domain/event-stream.ts';
import type { Answer, Client } from './clients/inject-client.ts';
import { startModelServer, type TestModelServer } from './fakes/model-server.ts';
import { openTestRoom, type TestRoom } from './test-app.ts';

export interface ModelRoom extends AsyncDisposable {
  readonly room: TestRoom;
  readonly server: TestModelServer;
}

/** A room whose answers a model writes. */
export async function openModelRoom(): Promise<ModelRoom> {
  const server = await startModelServer();
  const { baseUrl } = server;
  const room = await openTestRoom({
    config: { answerModel: { baseUrl, apiKey: 'hush', model: 'test-model' } },
  });
  return {
    room,
    server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await room.close();
    },
  };
}

/** `models` is one room per test file, as `room` is elsewhere; each test has its server say what it needs. */
export const test = base.extend<{ $file: { models: ModelRoom } }>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      await using models = await openModelRoom();
      await use(models);
    },
    { scope: 'file' },
  ],
});

/** Every event of an answer; each keeps to its contract, or this throws. */
const eventsOf = ({ bytes }: Answer): AnswerEvent[] =>
  createEventReader()(bytes).map((data) => askForAnswer.events.parse(JSON.parse(data)));

export async function ask(client: Client, query: string, more: object = {}): Promise<AnswerEvent[]> {
  return eventsOf(await client.post('/api/search/answer', { query, ...more }));
}

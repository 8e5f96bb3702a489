import { startModelServer, type TestModelServer } from '#server/testing/model-server.ts';
import { freePort } from './free-port.ts';
import { startServer } from './own-server.ts';
import { test as base } from './room.ts';

/** A room of the test's own, whose answers are written by a language model that says what the test lets it say. */
export const test = base.extend<{ model: TestModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  model: async ({}, use) => {
    const model = await startModelServer();
    await use(model);
    await model.stop();
  },
  baseURL: async ({ model }, use, testInfo) => {
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    await using _server = await startServer(testInfo.outputPath('data'), {
      PORT: port,
      PUBLIC_URL: origin,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'journey-model',
    });
    await use(origin);
  },
});

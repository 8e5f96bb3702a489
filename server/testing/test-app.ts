import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, inject } from 'vitest';
import { type App, createApp } from '#server/app/app.ts';
import { type Config, readConfig } from '#server/app/config.ts';
import { openServices } from '#server/app/open-services.ts';
import { createTestClient, type TestClient } from './clients/inject-client.ts';
import { createFactories, type Factories } from './factories.ts';
import { createDatabase, dropDatabase } from './postgres/postgres-server.ts';

export interface TestApp extends Factories {
  readonly server: App;
  readonly dataDir: string;
  /** Someone without a session. */
  readonly anonymous: TestClient;
  /** Moves the room's clock; it stands still otherwise. */
  advanceClock(milliseconds: number): void;
  /** Resolves when all background work is done. */
  finishJobs(): Promise<void>;
  close(): Promise<void>;
}

interface TestAppOptions {
  config?: Partial<Config>;
  /** A data folder to open again. */
  dataDir?: string;
  /** A built web app; none otherwise. */
  webDirectory?: string;
  /** The most time for a JSON body. */
  bodyTimeoutMs?: number;
}

const silent = { info() {}, warn() {}, error() {} };

/** Where the room keeps its rows: the engine is the test project's. */
async function openTestDatabase(): Promise<{ url: string | undefined; drop(): Promise<void> }> {
  if (process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres') return { url: undefined, drop: async () => {} };
  const server = inject('postgresUrl');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  return { url: await createDatabase(server, name), drop: () => dropDatabase(server, name) };
}

/** A whole room on a real database and disk, asked through its own door. */
export async function openTestApp({
  config,
  dataDir: given,
  webDirectory,
  bodyTimeoutMs,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'muniment-test-')));
  const database = await openTestDatabase();
  const defaults = readConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'correct horse',
    LOG_LEVEL: 'silent',
    // Without PATH: what a test sees must not depend on what is installed.
  });
  const opened = await openServices({ ...defaults, databaseUrl: database.url, ...config }, silent);
  let now = Date.UTC(2026, 10, 20, 12);
  const app = await createApp(
    { ...opened, now: () => now },
    {
      webDirectory: webDirectory ?? join(dataDir, 'no-web'),
      ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    },
  );
  await app.start();
  return {
    ...createFactories(app),
    server: app,
    dataDir,
    anonymous: createTestClient(app.http),
    advanceClock(milliseconds) {
      now += milliseconds;
    },
    finishJobs: () => app.jobs.whenIdle(),
    async close() {
      await app.stop();
      await database.drop();
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** `room` is one per test file, since opening it costs more than most tests; each test makes people of its own. */
export const testWith = (options: TestAppOptions) =>
  base.extend<{ $file: { testApp: TestApp } }>({
    testApp: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
      async ({}, use) => {
        const testApp = await openTestApp(options);
        await use(testApp);
        await testApp.close();
      },
      { scope: 'file' },
    ],
  });

export const test = testWith({});

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { test as base } from 'vitest';
import { type App, createApp } from '#server/app/app.ts';
import { type Config, readConfig } from '#server/app/config.ts';
import type { HttpOptions } from '#server/app/create-http-server.ts';
import { openServices } from '#server/app/open-services.ts';
import { createTestClient, type TestClient } from './clients/inject-client.ts';
import { createFactories, type Factories, insertFirstAdministrator, PASSWORD } from './factories.ts';
import { withSharedProcesses } from './shared-document-processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { openTestDatabase } from './test-database.ts';

export interface TestApp extends Factories {
  readonly server: App;
  readonly dataDir: string;
  /** Sends requests without a session. */
  readonly anonymous: TestClient;
  /** Moves the clock of the app, which stands still otherwise. */
  advanceClock(milliseconds: number): void;
  /** Starts the background work at the first call; resolves when all of it is done. */
  finishJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  /** The most connections to PostgreSQL, each of which is a process that plans all statements anew; two otherwise. */
  maxConnections?: number;
  /**
   * The time at which the clock of the app stands, for tests of commands, which read the time of the system; 20 November 2026
   * otherwise.
   */
  startsAt?: number;
  /** The data directory of an earlier test app; a new one otherwise. */
  dataDir?: string;
  /** The directory of a built web app; none otherwise. */
  webDirectory?: string;
  /** The maximum time for receiving a JSON body. */
  bodyTimeoutMs?: number;
  /** The time for the headers of a request. */
  headerTimeout?: HttpOptions['headerTimeout'];
  /** The minimum rate of an upload. */
  minUploadRate?: HttpOptions['minUploadRate'];
  /** The maximum rate of changes of one requester. */
  maxChanges?: HttpOptions['maxChanges'];
  /** The turns of requesters in changes. */
  turns?: HttpOptions['turns'];
  /** The interval at which running responses are authorized again. */
  revocationCheckIntervalMs?: number;
  /** Starts the background work with the app. Without it, tests that only send requests start no child processes. */
  startsBackgroundWork?: boolean;
}

const silent = { info() {}, warn() {}, error() {} };

const testConfig = (dataDir: string, maxConnections: number) =>
  readConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: String(maxConnections),
    // PATH is not set: tests must not depend on the programs that are installed.
    // Recognizing an image takes a second, and most tests with images are not about their text.
    TESSERACT_PATH: 'off',
  });

/** Opens the whole app on a real database and disk; tests send their requests through its HTTP layer. */
export async function openTestApp({
  config,
  maxConnections = 2,
  startsAt = Date.UTC(2026, 10, 20, 12),
  dataDir: existingDataDir,
  webDirectory,
  bodyTimeoutMs,
  headerTimeout,
  minUploadRate,
  maxChanges,
  turns,
  revocationCheckIntervalMs,
  startsBackgroundWork = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = existingDataDir ?? (await mkdtemp(join(temporaryFolder(), 'muniment-test-')));
  const database = config?.databaseUrl === undefined ? await openTestDatabase(dataDir) : undefined;
  const defaults = testConfig(dataDir, maxConnections);
  const opened = await openServices({ ...defaults, databaseUrl: database?.url, ...config }, silent);
  // Test data need not survive a power cut, and waiting for the disk takes half of the time.
  if (opened.isOnlyProcess) await sql`pragma synchronous = off`.execute(opened.db);
  let now = startsAt;
  const services = { ...opened, documents: withSharedProcesses(opened.documents), now: () => now };
  const isNew = database !== undefined && existingDataDir === undefined;
  const isAsUsual = config?.firstAdmin === undefined && services.config.roles.web;
  if (isNew && isAsUsual) await insertFirstAdministrator(services);
  const app = await startApp(services, {
    webDirectory: webDirectory ?? join(dataDir, 'no-web'),
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    ...(headerTimeout && { headerTimeout }),
    ...(minUploadRate && { minUploadRate }),
    ...(maxChanges && { maxChanges }),
    ...(turns && { turns }),
    ...(revocationCheckIntervalMs !== undefined && { revocationCheckIntervalMs }),
  });
  let isWorking = false;
  const startBackgroundWork = () => {
    if (!isWorking) app.startBackgroundWork();
    isWorking = true;
  };
  if (startsBackgroundWork) startBackgroundWork();
  return {
    ...createFactories(app),
    server: app,
    dataDir,
    anonymous: createTestClient(app.http),
    advanceClock(milliseconds) {
      now += milliseconds;
    },
    async finishJobs() {
      startBackgroundWork();
      await app.jobs.whenIdle();
    },
    async close() {
      await app.stop();
      await database?.drop();
      // A request that was cut off may still be removing its file.
      if (existingDataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startApp(...options: Parameters<typeof createApp>): ReturnType<typeof createApp> {
  const app = await createApp(...options);
  try {
    await app.start();
  } catch (error) {
    await app.stop();
    throw error;
  }
  return app;
}

interface TestAppFixture {
  testApp: TestApp;
}

/** Vitest waits without limit for what a fixture closes. */
const CLOSE_TIMEOUT_MS = 120_000;

async function provideTestApp(
  options: TestAppOptions,
  use: (testApp: TestApp) => Promise<void>,
): Promise<void> {
  const testApp = await openTestApp(options);
  await use(testApp);
  const stuck = new AbortController();
  const isStuck = wait(CLOSE_TIMEOUT_MS, true, { signal: stuck.signal, ref: false }).catch(() => false);
  if (await Promise.race([testApp.close(), isStuck])) throw new Error('The app of this file did not stop.');
  stuck.abort();
}

/**
 * Provides `testApp`, one app per test file, because opening one takes longer than most tests; each test creates its
 * own users.
 */
export const testWith = (options: TestAppOptions) =>
  base.extend<{ $file: TestAppFixture }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture depends on from this pattern
    testApp: [({}, use) => provideTestApp(options, use), { scope: 'file' }],
  });

export const test = testWith({});

/** The same with as many connections as a server has, for tests of requests that run at once. */
export const testInParallel = testWith({ maxConnections: 10 });

/** Provides a `testApp` of its own to each test, for tests about all data of an installation. */
export const testWithOwnApp = base.extend<TestAppFixture>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture depends on from this pattern
  testApp: ({}, use) => provideTestApp({ maxConnections: 10 }, use),
});

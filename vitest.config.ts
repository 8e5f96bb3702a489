import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Loading the server costs more than most files of tests; none keeps anything outside its room.
const shared = { isolate: false };
// What a room starts (its index, readers of documents) is the same code hundreds of times: it is compiled once.
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };
const api = [
  'server/{modules,app,http,authorization}/**/*.test.ts',
  'server/database/{audit,backup}/**/*.test.ts',
  'server/engines/queue/{job-worker,recurring-jobs}.test.ts',
];

export default defineConfig({
  test: {
    // For a busy machine; a quick one never waits that long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Vitest leaves a core for whoever watches; nobody does here.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,server,scripts,web,bench}/**/*.test.{ts,tsx}'],
          exclude: [...api, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api-sqlite',
          include: api,
          env: { ...env, MUNIMENT_TEST_DATABASE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api-postgres',
          include: api,
          env: { ...env, MUNIMENT_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres/postgres-setup.ts',
        },
      },
    ],
  },
});

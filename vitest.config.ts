import { defineConfig } from 'vitest/config';

const api = ['server/features/**/*.test.ts', 'server/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
        test: { name: 'api-sqlite', include: api, env: { MUNIMENT_TEST_DATABASE: 'sqlite' } },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: api,
          env: { MUNIMENT_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres-setup.ts',
        },
      },
    ],
  },
});

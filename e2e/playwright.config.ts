import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { administrator } from './support/fixtures/administrator.ts';
import { findFreePort } from './support/fixtures/find-free-port.ts';

// Workers read this file again; they are to find the same port.
process.env['E2E_PORT'] ??= String(await findFreePort());
const port = process.env['E2E_PORT'];
const origin = `http://localhost:${port}`;
const results = join(import.meta.dirname, '..', 'test-results');
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './tests',
  outputDir: results,
  forbidOnly: true,
  fullyParallel: true,
  // Playwright's own choice, half of the cores, leaves a small machine idle while pages load.
  workers: 2,
  // For a busy machine; a quick one never waits that long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // It costs each journey a fifth of its time; what the page held at a failure is kept without it. `--trace on` brings it.
    trace: 'off',
    launchOptions: {
      executablePath: findBrowser(),
      // Chromium's sandbox does not work as root; the other flags keep it from calling home.
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [{ name: 'desktop' }],
  webServer: {
    command: `"${process.execPath}" server/app/main.ts`,
    cwd: '..',
    url: `${origin}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      // Kept for a look after a failure; Playwright empties the folder before the next run.
      DATA_DIR: join(results, 'data'),
      // What a test sees must not depend on what is installed: no Tesseract, and no LibreOffice on the path.
      TESSERACT_PATH: 'off',
      PATH: '',
      ADMIN_USERNAME: administrator.username,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
    },
  },
});

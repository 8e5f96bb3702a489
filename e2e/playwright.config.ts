import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { administrator } from './support/fixtures/administrator.ts';
import { findFreePort } from './support/fixtures/find-free-port.ts';

// Each worker loads this file again and must use the same port.
process.env['E2E_PORT'] ??= String(await findFreePort());
const port = process.env['E2E_PORT'];
const origin = `http://localhost:${port}`;
const results = join(import.meta.dirname, '..', 'test-results');
const isRoot = process.getuid?.() === 0;
const isFullRun = process.env['MUNIMENT_TEST_FULL'] !== undefined;
/**
 * Pages that move take more processor time, and a click waits until its target stands still. The full run asks the tests of the
 * short run with motion, as users have it.
 */
const WITHOUT_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const;

export default defineConfig({
  testDir: './tests',
  outputDir: results,
  forbidOnly: true,
  fullyParallel: true,
  // A small machine with one worker a core is idle for a third of the time, while pages load.
  workers: 3,
  // Long enough for a busy machine.
  timeout: 180_000,
  // A run that hangs ends, and names what was running.
  globalTimeout: 60 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // Tracing costs a fifth of the time; the page at a failure is recorded without it. Use `--trace on` to trace.
    trace: 'off',
    launchOptions: {
      executablePath: findBrowser(),
      // Chromium's sandbox does not work as root; the other flags stop its background requests.
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: isFullRun
    ? [
        { name: 'desktop', grepInvert: /@full/ },
        { name: 'desktop without motion', grep: /@full/, use: WITHOUT_MOTION },
      ]
    : [{ name: 'desktop without motion', use: WITHOUT_MOTION }],
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
      // Remains after a failure; Playwright empties the folder before the next run.
      DATA_DIR: join(results, 'data'),
      // Tests must not depend on installed programs: no Tesseract, no LibreOffice on the path.
      TESSERACT_PATH: 'off',
      PATH: '',
      ADMIN_USERNAME: administrator.username,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
    },
  },
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findBrowser } from './find-browser.ts';

test('the browser named by CHROMIUM_PATH is preferred', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muniment-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = join(folder, 'chromium');
  writeFileSync(browser, '#!/bin/sh\necho Chromium 1\n', { mode: 0o755 });
  vi.stubEnv('CHROMIUM_PATH', browser);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findBrowser()).toBe(browser);
});

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Returns the path of Chromium and installs it when the machine has none. */
export function findBrowser(): string {
  const found = installedBrowser();
  if (found) return found;
  for (const install of [installFromDebian, installFromPlaywright]) {
    const failure = errorOf(install);
    const installed = installedBrowser();
    if (installed) return installed;
    if (failure) process.stderr.write(`${failure}\n`);
  }
  throw new Error(
    'The browser tests need Chromium, which is not on this machine and could not be installed. Install it, or name one in CHROMIUM_PATH, and run them again.',
  );
}

function installedBrowser(): string | undefined {
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    // It takes two thirds of the processor time without the interface of a desktop browser.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  // Started once, since some distributions install a stub that only prints how to install the browser.
  const browser = candidates.find((file) => existsSync(file) && !errorOf(() => run(file, ['--version'])));
  // Playwright loads its configuration again in every worker.
  if (browser) process.env['CHROMIUM_PATH'] = browser;
  return browser;
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stdout.write('Installing Chromium for the browser tests …\n');
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation']);
}

function installFromPlaywright(): void {
  process.stdout.write("Downloading Playwright's Chromium for the browser tests …\n");
  run('playwright', ['install', 'chromium']);
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Returns the message of the error that the action throws, if any. */
function errorOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

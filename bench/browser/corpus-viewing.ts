import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';

const folder = join(process.env['EVALDATA_DIR'] ?? '../shared/evaldata', 'ingest');
const CONCURRENT_TABS = 3;
const ADMIN = { username: 'admin', email: 'admin@localhost', password: 'bench-secret' };

interface ViewResult {
  type: string;
  took: number;
  outcome: string;
  forbiddenActions: readonly string[];
}

/** What a reader's browser does with real, broken and hostile files: shown, or why not, and whatever they did that they may not. */
export async function benchCorpusViewing(): Promise<object[]> {
  const manifest = join(folder, 'manifest.jsonl');
  if (!existsSync(manifest)) {
    return [{ skipped: `there are no evaluation files in ${folder} (EVALDATA_DIR says where to look)` }];
  }
  const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  const files = lines.map((line) => String(JSON.parse(line).file));
  return withTemporaryDirectory((dataDir) =>
    withServer(startBenchServer(dataDir, { ADMIN_PASSWORD: ADMIN.password }), async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        const waiting = [...files];
        const opened: ViewResult[] = [];
        await allowManyFiles(browser, origin);
        await Promise.all(
          Array.from({ length: CONCURRENT_TABS }, () => openQueued(browser, origin, waiting, opened)),
        );
        return summarizeByType(opened);
      } finally {
        await browser.close();
      }
    }),
  );
}

async function allowManyFiles(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL });
  await createBrowserApi(context.request).signIn(ADMIN);
  await context.request.patch('/api/admin/system-settings', { data: { maxFilesPerFolder: 1000 } });
  await context.close();
}

async function openQueued(
  browser: Browser,
  origin: string,
  waiting: string[],
  opened: ViewResult[],
): Promise<void> {
  // A visit of its own for each tab, so that whatever happens is the doing of the file that is open in it.
  const context = await browser.newContext({ baseURL: origin });
  await createBrowserApi(context.request).signIn(ADMIN);
  const misdeeds = watchForbiddenActions(context, origin);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const begun = performance.now();
    const outcome = await openFile(context, file).catch((error: unknown) => `did not settle: ${error}`);
    const took = performance.now() - begun;
    const found = misdeeds.take();
    opened.push({ type: extname(file).slice(1).toLowerCase(), took, outcome, forbiddenActions: found });
    for (const misdeed of found) process.stderr.write(`${file}: ${misdeed}\n`);
    if (outcome.startsWith('did not')) process.stderr.write(`${file}: ${outcome}\n`);
  }
  await context.close();
}

async function openFile(context: BrowserContext, file: string): Promise<string> {
  const { id } = await createBrowserApi(context.request).upload({
    name: basename(file),
    mimeType: 'application/octet-stream',
    buffer: readFileSync(join(folder, file)),
  });
  const page = await context.newPage();
  try {
    return (await openFilePage(page, id)) ?? 'shown';
  } finally {
    await page.close();
  }
}

function summarizeByType(opened: readonly ViewResult[]): object[] {
  return [...Map.groupBy(opened, ({ type }) => type)].toSorted().map(([type, files]) => ({
    type,
    files: files.length,
    shown: files.filter(({ outcome }) => outcome === 'shown').length,
    'told why not': files.filter(({ outcome }) => outcome !== 'shown' && !outcome.startsWith('did not'))
      .length,
    'not in 60 s': files.filter(({ outcome }) => outcome.startsWith('did not')).length,
    misdeeds: files.flatMap(({ forbiddenActions }) => forbiddenActions).length,
    'slowest ms': Math.round(Math.max(...files.map(({ took }) => took))),
  }));
}

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import {
  hasEvaluationData,
  type IngestFile,
  listIngestFiles,
  missingEvaluationData,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';

const CONCURRENT_TABS = 3;
const ADMIN = { username: 'admin', email: 'admin@localhost', password: 'bench-secret' };

interface ViewResult {
  type: string;
  durationMs: number;
  outcome: string;
  forbiddenActions: readonly string[];
}

/** Opens real, damaged and malicious files in a browser and counts per type: shown, rejected, forbidden actions. */
export async function benchCorpusViewing(): Promise<object[]> {
  if (!hasEvaluationData('ingest')) return [{ skipped: missingEvaluationData('ingest') }];
  const queue = listIngestFiles();
  return withTemporaryDirectory((dataDir) =>
    withServer(startBenchServer(dataDir, { ADMIN_PASSWORD: ADMIN.password }), ({ origin }) =>
      withBrowser(async (browser) => {
        const results: ViewResult[] = [];
        await allowManyFiles(browser, origin);
        await Promise.all(
          Array.from({ length: CONCURRENT_TABS }, () => openQueued(browser, origin, queue, results)),
        );
        return summarizeByType(results);
      }),
    ),
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
  queue: IngestFile[],
  results: ViewResult[],
): Promise<void> {
  // A context per tab, so that forbidden actions belong to the file that is open in it.
  const context = await browser.newContext({ baseURL: origin });
  await createBrowserApi(context.request).signIn(ADMIN);
  const watcher = watchForbiddenActions(context, origin);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const begun = performance.now();
    const outcome = await openFile(context, file).catch((error: unknown) => `did not settle: ${error}`);
    const durationMs = performance.now() - begun;
    const forbiddenActions = watcher.take();
    results.push({ type: file.ext, durationMs, outcome, forbiddenActions });
    for (const action of forbiddenActions) process.stderr.write(`${file.file}: ${action}\n`);
    if (outcome.startsWith('did not')) process.stderr.write(`${file.file}: ${outcome}\n`);
  }
  await context.close();
}

async function openFile(context: BrowserContext, { file, path }: IngestFile): Promise<string> {
  const { id } = await createBrowserApi(context.request).upload({
    name: basename(file),
    mimeType: 'application/octet-stream',
    buffer: readFileSync(path),
  });
  const page = await context.newPage();
  try {
    return (await openFilePage(page, id)) ?? 'shown';
  } finally {
    await page.close();
  }
}

function summarizeByType(results: readonly ViewResult[]): object[] {
  return [...Map.groupBy(results, ({ type }) => type)].toSorted().map(([type, files]) => ({
    type,
    files: files.length,
    shown: files.filter(({ outcome }) => outcome === 'shown').length,
    rejected: files.filter(({ outcome }) => outcome !== 'shown' && !outcome.startsWith('did not')).length,
    'not in 60 s': files.filter(({ outcome }) => outcome.startsWith('did not')).length,
    'forbidden actions': files.flatMap(({ forbiddenActions }) => forbiddenActions).length,
    'slowest ms': Math.round(Math.max(...files.map(({ durationMs }) => durationMs))),
  }));
}

/** Starts a browser for `work` and closes it afterwards. Its sandbox is off, since it does not work as root. */
async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

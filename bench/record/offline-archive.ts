import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { readArchiveAssets } from '#server/modules/evidence/render-verifier.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, percentile } from '../harness/figures.ts';
import { writeIndex } from './offline-index.ts';

const VISITS = 5;
const QUESTIONS = 20;

/** Measures an unpacked archive of 10,000 documents in a browser, from a disk and without a network. */
export const measureOfflineArchive = (): Promise<Figure[]> =>
  withTemporaryDirectory(async (folder) => {
    await unpack(folder);
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    try {
      const context = await browser.newContext({ offline: true });
      const url = pathToFileURL(join(folder, 'index.html')).href;
      const opened: number[] = [];
      for (let visit = 0; visit < VISITS; visit += 1) {
        const page = await context.newPage();
        opened.push(await open(page, url));
        await page.close();
      }
      const page = await context.newPage();
      await open(page, url);
      const searched: number[] = [];
      const questions = createContractText(3);
      for (let asked = 0; asked < QUESTIONS; asked += 1)
        searched.push(await search(page, questions.question()));
      return [
        {
          name: 'archive of 10,000 documents opened from a disk in the browser, longest of 5',
          value: percentile(opened, 1),
          unit: 'ms',
          target: { atMost: 2_000 },
        },
        {
          name: 'search in it until the results are shown, longest of 20',
          value: percentile(searched, 1),
          unit: 'ms',
          target: { atMost: 300 },
        },
      ];
    } finally {
      await browser.close();
    }
  });

async function unpack(folder: string): Promise<void> {
  const files = new Map<string, string>(readArchiveAssets());
  await writeIndex(files);
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Opens the archive; returns the milliseconds until its folders are listed. */
async function open(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('main li').first().waitFor();
  return Number(await page.evaluate('performance.now()'));
}

/** Searches; returns the milliseconds until the first results are listed, or that there are none. */
async function search(page: Page, question: string): Promise<number> {
  const took = await page.evaluate(`(async () => {
    document.getElementById('question').value = ${JSON.stringify(question)};
    const main = document.getElementById('main');
    const shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const heading = main.querySelector('h2')?.textContent ?? '';
        const isDone = main.querySelector('li blockquote, li p') || /No document/.test(main.textContent);
        if (!/document/.test(heading) || !isDone) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(main, { childList: true, subtree: true });
    });
    const begun = performance.now();
    document.getElementById('search').requestSubmit();
    await shown;
    return performance.now() - begun;
  })()`);
  return Number(took);
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildViewer, makeMaliciousPdf, makePdf, startViewerServer } from './testing/viewer-server.ts';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-viewer-'));
  await buildViewer(folder);
  const executable = existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {};
  browser = await chromium.launch({ ...executable, args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

type Visit = {
  page: Page;
  complaints: string[];
  foreign: string[];
  room: Awaited<ReturnType<typeof startViewerServer>>;
};

async function visit(
  pdf: Uint8Array,
  rest: string,
  act: (visit: Visit) => Promise<void>,
  before = '',
): Promise<void> {
  await using room = await startViewerServer(folder);
  room.files.set('1', pdf);
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, colorScheme: 'light' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(room.base) && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  if (before !== '') await page.addInitScript(before);
  await page.goto(`${room.base}/pdfjs/viewer.html?fileId=1${rest}`);
  await act({ page, complaints, foreign, room });
  await context.close();
}

/** Resolves when the marked text reads so, wherever the marks are broken up. */
async function marked(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (expected) => Array.from(CSS.highlights.get('passage') ?? [], String).join('') === expected,
    text,
  );
}

async function goToPage(page: Page, number: number): Promise<void> {
  await page.getByLabel('Page number').fill(String(number));
  await page.keyboard.press('Enter');
  await page.locator(`.page[data-page-number="${number}"] .textLayer span`).first().waitFor();
}

const PASSAGE = `&page=3&quote=${encodeURIComponent('“over the lazy dog,\nand passage 3”')}`;
const MARKED = 'over the la-zy dog, and passage 3';

test('a document is shown under the policy, without a complaint and without a request elsewhere', async () =>
  visit(await makePdf(3), '', async ({ page, complaints, foreign }) => {
    await page.locator('.textLayer span').first().waitFor();
    await page.waitForFunction(() => document.title === 'File 1.pdf');
    expect(await page.locator('#page-count').textContent()).toBe('/ 3');
    expect(page.workers()).toHaveLength(2);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
  }));

test('the cited passage is marked across lines and stands in the middle', async () =>
  visit(await makePdf(20), PASSAGE, async ({ page }) => {
    await marked(page, MARKED);
    await page.waitForFunction(() => {
      const [first] = CSS.highlights.get('passage') ?? [];
      const top = first instanceof Range ? first.getBoundingClientRect().top : 0;
      return Math.abs(top - 370) < 30;
    });
  }));

test('the mark survives zooming, turning, searching and leaving the page', async () =>
  visit(await makePdf(20), PASSAGE, async ({ page }) => {
    await marked(page, MARKED);
    await page.getByLabel('Zoom in').click();
    await marked(page, MARKED);
    await page.getByLabel('Rotate').click();
    await marked(page, MARKED);
    expect(await page.getByLabel('Page number').inputValue()).toBe('3');
    for (let number = 6; number <= 20; number += 1) await goToPage(page, number);
    await marked(page, '');
    await goToPage(page, 3);
    await marked(page, MARKED);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('passage');
    await page.locator('.textLayer .highlight').first().waitFor();
    await marked(page, MARKED);
  }));

test('a passage on the next page is found there', async () =>
  visit(await makePdf(4), '&page=2&quote=passage+3+ends+here', async ({ page }) => {
    await marked(page, 'passage 3 ends here');
    expect(await page.getByLabel('Page number').inputValue()).toBe('3');
  }));

test('a passage that is not there is said not to be, and the note can be closed', async () =>
  visit(await makePdf(3), '&page=2&quote=nothing+of+the+kind+stands+anywhere', async ({ page }) => {
    await page.getByText('The passage could not be located on this page.').waitFor();
    await page.getByLabel('Dismiss').click();
    await page.locator('#notice').waitFor({ state: 'hidden' });
  }));

test('a browser without highlights gets rectangles', async () =>
  visit(
    await makePdf(3),
    PASSAGE,
    async ({ page }) => {
      await page.locator('.passage-mark').first().waitFor();
      expect(await page.locator('.passage-mark').count()).toBe(2);
    },
    'Object.defineProperty(window, "CSS", { value: { supports: () => false } });',
  ));

test('links open apart from the room, scripts do not run, and forms cannot be filled in', async () =>
  visit(await makeMaliciousPdf(), '', async ({ page }) => {
    const links = page.locator('.annotationLayer a');
    await links.first().waitFor({ state: 'attached' });
    const described = await links.evaluateAll((all) =>
      all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    );
    expect(described.filter(([href]) => href)).toEqual([
      ['https://elsewhere.example/', '_blank', 'noopener noreferrer nofollow'],
    ]);
    await links.evaluateAll((all) => {
      for (const link of all.slice(1)) if (link instanceof HTMLElement) link.click();
    });
    expect(await page.locator('.annotationLayer :is(input, textarea)').count()).toBe(0);
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  }));

test('a search counts its matches, goes on and back, and closes', async () =>
  visit(await makePdf(5), '', async ({ page }) => {
    await page.locator('.textLayer span').first().waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('brown fox');
    await page.getByText('1 of 5').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 5').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1 of 5').waitFor();
    await page.keyboard.type('es');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#find').waitFor({ state: 'hidden' });
  }));

test('of a large file only the parts on screen are fetched, and only the small pictures in view are drawn', async () =>
  visit(await makePdf(300, 100_000), '#page=250', async ({ page, room }) => {
    await page.locator('.page[data-page-number="250"] .textLayer span').first().waitFor();
    await page.getByRole('button', { name: 'Pages and outline' }).click();
    await page.locator('#thumbnails canvas').first().waitFor();
    expect(await page.locator('#thumbnails canvas').count()).toBeLessThan(15);
    expect(room.bytesSent).toBeLessThan(8_000_000);
  }));

const pagesTold = ({ receivedBatches }: Visit['room']): number[] =>
  receivedBatches.flatMap((batch) => JSON.parse(batch).pages.map(({ page }: { page: number }) => page));

/** Goes on as soon as what is in view has been there for long enough to count. */
async function look(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 300, since);
}

test('who reads in a tab of its own is told that views are recorded, and its closing tells which pages', async () =>
  visit(await makePdf(3), '&page=2', async ({ page, room }) => {
    await page.getByText('Views of this file are recorded').waitFor();
    await look(page);
    await goToPage(page, 3);
    await page.goto('about:blank');
    await expect.poll(() => pagesTold(room)).toContain(2);
  }));

test('of a reading that is not recorded nothing is said, and no more is told', async () =>
  visit(await makePdf(3), '', async ({ page, room }) => {
    room.recorded = false;
    await page.reload();
    await goToPage(page, 2);
    await look(page);
    expect(await page.getByText('Views of this file are recorded').isVisible()).toBe(false);
    const before = room.receivedBatches.length;
    await page.reload();
    await page.locator('.textLayer span').first().waitFor();
    await expect.poll(() => room.receivedBatches.length, { timeout: 10_000 }).toBe(before + 1);
    expect(pagesTold(room)).not.toContain(2);
  }));

test.each([
  [401, 'Your session has ended. Please sign in again.'],
  [403, 'Access denied'],
])('access that ends with %i while someone reads is said: %s', async (status, sentence) =>
  visit(await makePdf(100, 100_000), '', async ({ page, room }) => {
    await page.locator('.textLayer span').first().waitFor();
    room.errorStatus = status;
    await page.getByLabel('Page number').fill('70');
    await page.keyboard.press('Enter');
    await page.getByText(sentence).waitFor();
  }),
);

test('a file that is no PDF fails to load and offers the full view', async () =>
  visit(new TextEncoder().encode('no PDF'), '', async ({ page }) => {
    await page.getByText('Failed to load PDF preview').waitFor();
    expect(await page.getByRole('link', { name: 'Try full view' }).getAttribute('href')).toBe('/file/1');
  }));

test('a change of the colour scheme in the page around is followed', async () =>
  visit(await makePdf(1), '', async ({ page }) => {
    await page.evaluate(() =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'muniment.color-scheme', newValue: 'dark' })),
    );
    await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  }));

import { open, writeFile } from 'node:fs/promises';
import { expect, type Page, type Request, type TestInfo } from '@playwright/test';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

/** Above it an upload is resumable. */
const RESUMABLE_BYTES = 9 * 1024 * 1024;

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function makeFiles(testInfo: TestInfo, names: readonly string[]): Promise<string[]> {
  const paths = names.map((name) => testInfo.outputPath(name));
  for (const path of paths) await writeFile(path, 'text');
  return paths;
}

async function namesIn(page: Page, folderId: number): Promise<string[]> {
  const entries: Entry[] = await (await page.request.get(`/api/folders/${folderId}/entries`)).json();
  return entries.map(({ number, name }) => `${number} ${name}`);
}

test(
  'files that are uploaded together are numbered by name, whatever arrives first, also after a retry',
  { tag: '@full' },
  async ({ page, user: _, api }, testInfo) => {
    const { id } = await api.createFolder('Deal');
    await page.request.post('/api/rooms', { data: { folderId: id } });
    const paths = await makeFiles(testInfo, ['1.10 Annex.txt', '1.1 Articles.txt', '1.2 Register.txt']);
    await using large = await open(paths[1] ?? '', 'w');
    await large.truncate(RESUMABLE_BYTES);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/uploads/*', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`/folder/${id}`);
    await page.route('**/api/files', (route) => route.abort(), { times: 1 });
    await dropFiles(page, paths);
    await expect(uploads(page).getByText('The server could not be reached.')).toBeVisible();
    const rows = page.getByRole('main').getByRole('row');
    await expect(rows.filter({ hasText: '1.10 Annex.txt' })).toBeVisible();
    release();
    await expect(rows.filter({ hasText: '1.1 Articles.txt' })).toBeVisible();
    await uploads(page).getByRole('button', { name: 'Retry 1.2 Register.txt' }).click();
    await expect(findToasts(page, 'File uploaded')).toBeVisible();
    expect(await namesIn(page, id)).toEqual(['1 1.1 Articles.txt', '2 1.2 Register.txt', '3 1.10 Annex.txt']);
  },
);

test(
  'files are sent one after another into a room with frozen numbers',
  { tag: '@full' },
  async ({ page, user: _, api }, testInfo) => {
    const { id } = await api.createFolder('Deal');
    await page.request.post('/api/rooms', { data: { folderId: id } });
    await page.request.post(`/api/rooms/${id}/numbers/freeze`);
    const paths = await makeFiles(testInfo, ['2 Second.txt', '10 Last.txt', '1 First.txt']);
    await page.goto(`/folder/${id}`);
    let running = 0;
    let most = 0;
    const isUpload = (request: Request) =>
      request.method() === 'POST' && request.url().endsWith('/api/files');
    page.on('request', (request) => {
      if (!isUpload(request)) return;
      running += 1;
      most = Math.max(most, running);
    });
    page.on('response', (response) => {
      if (isUpload(response.request())) running -= 1;
    });
    await dropFiles(page, paths);
    await expect(findToasts(page, 'Files uploaded')).toBeVisible();
    expect(await namesIn(page, id)).toEqual(['1 1 First.txt', '2 2 Second.txt', '3 10 Last.txt']);
    expect(most).toBe(1);
  },
);

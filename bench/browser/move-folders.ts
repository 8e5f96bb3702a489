import type { Browser } from '@playwright/test';
import type { Database } from '#server/database/open-database.ts';
import { insertFiles } from '../fixtures/insert-files.ts';
import type { Figure } from '../harness/figures.ts';
import { WATCH_LONG_TASKS } from './long-tasks.ts';

const FOLDERS = 5;
/** Matches the largest number of files that a folder takes. */
const FILES_PER_FOLDER = 1_000;
const COUNT = FOLDERS * FILES_PER_FOLDER;
const NAME = 'Annexes';

/** Inserts a folder whose five subfolders are full. */
export async function insertFullFolders(db: Database, owner: number): Promise<void> {
  const insertFolder = async (name: string, parent_id: number | null) => {
    const folder = { name, parent_id, owner_id: owner, created_at: Date.now() };
    return (await db.insertInto('folders').values(folder).returning('id').executeTakeFirstOrThrow()).id;
  };
  const parent = await insertFolder(NAME, null);
  for (let at = 1; at <= FOLDERS; at += 1)
    await insertFiles(db, owner, await insertFolder(`Part ${at}`, parent), 0, FILES_PER_FOLDER);
}

/** Measures the move of a folder with 5,000 files below it into another, and its undo, on the page that shows both. */
export async function measureFolderMove(browser: Browser, origin: string, cookie: string): Promise<Figure[]> {
  const page = await browser.newPage({ extraHTTPHeaders: { cookie } });
  await page.goto(origin);
  const actions = page.getByRole('main').getByRole('button', { name: `Actions for ${NAME}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Destination', { exact: true }).last().click();
  await page.evaluate(WATCH_LONG_TASKS);
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  let startedAt = performance.now();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await actions.waitFor({ state: 'hidden' });
  // The server has answered.
  await undo.waitFor();
  const moveMs = performance.now() - startedAt;
  startedAt = performance.now();
  await undo.click();
  await actions.waitFor();
  const undoMs = performance.now() - startedAt;
  const longest = Number(await page.evaluate('window.longestTask()'));
  await page.close();
  const name = `${COUNT} files in ${FOLDERS} folders`;
  return [
    { name: `${name}: move`, value: moveMs, unit: 'ms', target: { atMost: 1_000 } },
    { name: `${name}: undo`, value: undoMs, unit: 'ms', target: { atMost: 1_000 } },
    { name: `${name}: longest task`, value: longest, unit: 'ms', target: { atMost: 200 } },
  ];
}

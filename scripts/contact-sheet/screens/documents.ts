import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { ACTIONS, both, chooseFrom, press, screen } from './screen.ts';

const selectAll = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Select Multiple' })
    .locator('visible=true')
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
};
/** Names of files in the sidebar begin with “Share” too. */
const openShare = async (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Share/ })
    .click();
/** Sends a foreign archive with a copy in it, whose report is shown before anything is added. */
const openImportReport = async (page: Page) => {
  await press('Import')(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a ZIP' }).click();
  const lease = strToU8('The lease ends in May.');
  const zip = zipSync({
    'Leases/Lease.txt': lease,
    'Leases/Copy.txt': lease,
    'Tax/2025.txt': strToU8('Tax'),
  });
  const buffer = Buffer.from(zip);
  await (await choosing).setFiles({ name: 'export.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).waitFor({ timeout: 30_000 });
};
const HAMBURG = 'What%20is%20the%20notice%20period%20of%20the%20lease%20in%20Hamburg%3F';

/** The owner's documents, and what is opened over them. */
export const DOCUMENT_SCREENS = [
  screen('owner', 'home', '/'),
  screen('owner', 'home-invite', '/', press('Invite')),
  screen('owner', 'home-new-folder', '/', press('New Folder')),
  screen('owner', 'home-upload', '/', press('Upload Files')),
  screen('owner', 'home-organize', '/', press('Organize')),
  screen('owner', 'home-preview', '/', async (page) =>
    page.getByRole('main').getByRole('table').getByRole('row').nth(2).click(),
  ),
  screen('owner', 'home-file-menu', '/', async (page) =>
    page.getByRole('main').getByRole('button', { name: ACTIONS }).last().click(),
  ),
  screen('owner', 'home-rename', '/', chooseFrom(ACTIONS, 'Rename')),
  screen('owner', 'home-move-folder', '/', chooseFrom(ACTIONS, 'Move')),
  screen('owner', 'home-delete-folder', '/', chooseFrom(ACTIONS, 'Delete')),
  screen('owner', 'home-palette', '/', async (page) => page.keyboard.press('ControlOrMeta+k')),
  screen('owner', 'home-shortcuts', '/', async (page) => page.keyboard.press('?')),
  screen('owner', 'home-account-menu', '/', press(/^Account menu/)),
  screen('owner', 'home-sidebar', '/', press('Open menu')),
  screen('owner', 'folder', ({ folder }) => `/folder/${folder}`),
  screen('owner', 'folder-share', ({ folder }) => `/folder/${folder}`, openShare),
  screen('owner', 'folder-invite', ({ folder }) => `/folder/${folder}`, press('Invite User')),
  screen('owner', 'folder-selected', ({ folder }) => `/folder/${folder}`, selectAll),
  screen(
    'owner',
    'folder-move-files',
    ({ folder }) => `/folder/${folder}`,
    both(selectAll, async (page) =>
      page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Move' }).click(),
    ),
  ),
  screen('owner', 'folder-list-options', ({ folder }) => `/folder/${folder}`, press('List options')),
  screen('owner', 'folder-import', ({ folder }) => `/folder/${folder}`, press('Import')),
  screen('owner', 'folder-import-report', ({ folder }) => `/folder/${folder}`, openImportReport),
  screen('owner', 'folder-activity', ({ folder }) => `/folder/${folder}/activity`),
  screen('owner', 'folder-create-link', ({ folder }) => `/folder/${folder}`, press('Create Link')),
  screen(
    'owner',
    'folder-link-details',
    ({ folder }) => `/folder/${folder}`,
    both(press('Create Link'), async (page) => {
      const summary = page.getByRole('dialog').locator('summary');
      for (const each of await summary.all()) await each.click();
      await summary.last().scrollIntoViewIfNeeded();
    }),
  ),
  screen(
    'owner',
    'folder-link-levels',
    ({ folder }) => `/folder/${folder}`,
    both(press('Create Link'), async (page) => {
      // The list of a select is drawn by the browser, outside the page: it is shown open in place.
      const levels = page.getByRole('dialog').getByLabel('Visitors may');
      await levels.evaluate(
        (select: { size: number; options: ArrayLike<unknown>; style: { height: string } }) => {
          select.size = select.options.length;
          select.style.height = 'auto';
        },
      );
      await levels.scrollIntoViewIfNeeded();
    }),
  ),
  screen('owner', 'file', ({ file }) => `/file/${file}`),
  screen('owner', 'file-sheet', ({ sheet }) => `/file/${sheet}`),
  screen('owner', 'file-menu', ({ file }) => `/file/${file}`, press('More actions')),
  screen('owner', 'file-share', ({ file }) => `/file/${file}`, press(/^Share/)),
  screen('owner', 'file-views', ({ file }) => `/file/${file}/views`),
  screen('owner', 'file-versions', ({ revised }) => `/file/${revised}/versions`),
  screen('owner', 'file-version', ({ revised }) => `/file/${revised}/versions/1`),
  screen('owner', 'file-compare', ({ revised }) => `/file/${revised}/compare`),
  screen('owner', 'file-compare-versions', ({ revised }) => `/file/${revised}/compare?a=1&b=2`),
  screen('owner', 'search', `/search?q=${HAMBURG}`),
  screen('owner', 'search-none', '/search?q=Where%20is%20the%20zebra%3F'),
  screen('owner', 'changes', '/changes'),
  screen('owner', 'notifications', '/notifications'),
  screen('owner', 'activity', '/file-views'),
  screen('owner', 'activity-viewer', '/file-views?tab=viewer'),
  screen('owner', 'receipts', '/receipts'),
  screen('owner', 'links', '/links'),
  screen('owner', 'link', ({ link }) => `/links/${link}`),
  screen('owner', 'link-revoke', ({ link }) => `/links/${link}`, chooseFrom(ACTIONS, 'Revoke')),
  screen('owner', 'trash', '/trash'),
  screen('owner', 'trash-empty', '/trash', press('Empty Trash')),
];

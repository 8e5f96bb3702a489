import type { Page } from '@playwright/test';
import { both, press, type Screen, screen } from './screen.ts';

const inRoom = (name: string, path: string, open?: Screen['open']) =>
  screen('owner', `room-${name}`, ({ room }) => `/rooms/${room}/${path}`, open);

const openWhy = async (page: Page) => {
  await page.locator('[data-cell]').locator('visible=true').first().hover();
  await page
    .getByRole('button', { name: /^Why: / })
    .first()
    .click();
};

const scrollTo = (name: string | RegExp) => async (page: Page) =>
  page
    .getByRole('heading', { name })
    .first()
    .evaluate((heading: { scrollIntoView: () => void }) => heading.scrollIntoView());

/** The pages of a room, and what is opened over them. */
export const ROOM_SCREENS = [
  screen('owner', 'rooms', '/rooms'),
  screen('owner', 'rooms-new', '/rooms', press('New Room')),
  screen('owner', 'room-folder', ({ room }) => `/folder/${room}`),
  screen('owner', 'room-subfolder', ({ roomFolder }) => `/folder/${roomFolder}`),
  screen('owner', 'room-placeholders', ({ roomFolder }) => `/folder/${roomFolder}`, scrollTo('Placeholders')),
  screen(
    'owner',
    'room-add-placeholder',
    ({ roomFolder }) => `/folder/${roomFolder}`,
    press('Add Placeholder'),
  ),
  screen(
    'owner',
    'room-edit-placeholder',
    ({ roomFolder }) => `/folder/${roomFolder}`,
    press(/^Edit (?!folder)/),
  ),
  screen(
    'owner',
    'room-file-preview',
    ({ roomFolder }) => `/folder/${roomFolder}`,
    async (page) => page.getByRole('main').getByRole('table').last().getByRole('row').nth(1).click(),
  ),
  screen(
    'owner',
    'room-file-groups',
    ({ roomFolder }) => `/folder/${roomFolder}`,
    both(
      async (page) => page.getByRole('main').getByRole('table').last().getByRole('row').nth(1).click(),
      async (page) =>
        page
          .getByText(/^Visible to/)
          .last()
          .scrollIntoViewIfNeeded(),
    ),
  ),
  screen(
    'owner',
    'room-invite-into-group',
    ({ roomFolder }) => `/folder/${roomFolder}`,
    both(press('Invite User'), async (page) => {
      await page.getByRole('dialog').getByLabel('Role').selectOption('group');
    }),
  ),
  screen(
    'owner',
    'room-audience',
    ({ roomFile }) => `/file/${roomFile}`,
    both(press('More actions'), async (page) =>
      page.getByRole('menuitem', { name: 'Who Can See This' }).click(),
    ),
  ),
  inRoom('settings', 'settings'),
  inRoom('staff', 'settings?tab=staff'),
  inRoom('service-accounts', 'settings?tab=staff', scrollTo('Service accounts')),
  inRoom('create-service-account', 'settings?tab=staff', press('Create Service Account')),
  inRoom('emergency-access', 'settings?tab=staff', scrollTo(/^Emergency access/i)),
  inRoom('rules', 'settings?tab=rules'),
  inRoom('brand', 'settings?tab=brand'),
  inRoom('synonyms', 'settings?tab=synonyms'),
  inRoom('settings-analytics', 'settings?tab=analytics'),
  inRoom('close', 'settings?tab=close'),
  inRoom('groups', 'groups'),
  inRoom('group-rules', 'groups', async (page) => page.locator('summary').first().click()),
  inRoom('delete-group', 'groups', press(/^Delete /)),
  inRoom('group-link', 'groups', press(/^Create Link into /)),
  inRoom('permissions', 'permissions'),
  inRoom('permissions-why', 'permissions', openWhy),
  inRoom('copy-column', 'permissions', press('Copy a Column')),
  inRoom('permissions-rows', 'permissions', async (page) =>
    page.getByRole('checkbox', { name: 'Select all rows' }).check(),
  ),
  inRoom('requests', 'requests'),
  inRoom('request', 'requests', async (page) =>
    page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  ),
  inRoom('index', 'index'),
  inRoom('freeze-numbers', 'index', press('Freeze Numbers')),
  inRoom('publish', 'publish'),
  inRoom('analytics', 'analytics'),
  inRoom('analytics-week', 'analytics?period=7'),
  inRoom('analytics-groups', 'analytics?tab=groups&period=7'),
  inRoom('analytics-documents', 'analytics?tab=documents'),
  inRoom('analytics-unread', 'analytics?tab=unread'),
  inRoom('analytics-searches', 'analytics?tab=searches'),
  screen('owner', 'room-analytics-group', ({ room, group }) => `/rooms/${room}/analytics/groups/${group}`),
  inRoom('evidence', 'evidence'),
  inRoom('certificates', 'evidence', scrollTo(/certificate/i)),
  screen('owner', 'room-exposure-none', ({ room, group }) => `/rooms/${room}/exposure/${group}`),
  screen(
    'owner',
    'room-exposure',
    ({ checkedRoom, checkedGroup }) => `/rooms/${checkedRoom}/exposure/${checkedGroup}`,
  ),
];

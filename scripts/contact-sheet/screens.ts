import type { Page } from '@playwright/test';

/** Names who looks at a screen: an account of the demo, the visitor of its link, or nobody who is signed in. */
export type Viewer = 'owner' | 'administrator' | 'visitor' | 'nobody';

/** Ids in the demo that paths and dialogs need. */
export interface DemoIds {
  folder: number;
  file: number;
  /** A file with several versions. */
  revised: number;
  room: number;
  group: number;
  link: number;
  /** The path of the link's access page. */
  access: string;
}

export interface Screen {
  name: string;
  viewer: Viewer;
  path: (ids: DemoIds) => string;
  /** Opens what is shown over the page, such as a dialog. */
  open?: (page: Page) => Promise<void>;
}

const screen = (
  viewer: Viewer,
  name: string,
  path: Screen['path'] | string,
  open?: Screen['open'],
): Screen => ({
  viewer,
  name,
  path: typeof path === 'string' ? () => path : path,
  ...(open && { open }),
});

/** Presses the first visible button of this name in the page. */
const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click();

const openHomeMenu = (item: string) => async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).first().click();
};

/** Every screen of the web app. */
export const SCREENS: readonly Screen[] = [
  screen('nobody', 'sign-in', '/auth'),
  screen('nobody', 'register', '/auth?mode=register'),
  screen('nobody', 'forgot-password', '/forgot-password'),
  screen('nobody', 'reset-password', '/reset-password/none'),
  screen('nobody', 'accept-invite', '/accept-invite/none'),
  screen('nobody', 'visitor-login', '/visitor-login/none'),
  screen('nobody', 'link-access', ({ access }) => access),
  screen('nobody', 'verify', '/verify'),
  screen('nobody', 'not-found', '/no/such/page'),
  screen('owner', 'home', '/'),
  screen('owner', 'home-invite', '/', press('Invite')),
  screen('owner', 'home-new-folder', '/', press('New Folder')),
  screen('owner', 'home-upload', '/', press('Upload Files')),
  screen('owner', 'home-preview', '/', async (page) =>
    page.getByRole('main').getByRole('table').getByRole('row').nth(2).click(),
  ),
  screen('owner', 'home-file-menu', '/', async (page) =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for / })
      .last()
      .click(),
  ),
  screen('owner', 'home-rename', '/', openHomeMenu('Rename')),
  screen('owner', 'folder', ({ folder }) => `/folder/${folder}`),
  screen('owner', 'folder-share', ({ folder }) => `/folder/${folder}`, press(/^Share/)),
  screen('owner', 'folder-invite', ({ folder }) => `/folder/${folder}`, press('Invite User')),
  screen('owner', 'folder-activity', ({ folder }) => `/folder/${folder}/activity`),
  screen('owner', 'folder-create-link', ({ folder }) => `/folder/${folder}`, press('Create Link')),
  screen('owner', 'file', ({ file }) => `/file/${file}`),
  screen('owner', 'file-views', ({ file }) => `/file/${file}/views`),
  screen('owner', 'file-versions', ({ revised }) => `/file/${revised}/versions`),
  screen('owner', 'file-compare', ({ revised }) => `/file/${revised}/compare`),
  screen(
    'owner',
    'search',
    '/search?q=What%20is%20the%20notice%20period%20of%20the%20lease%20in%20Hamburg%3F',
  ),
  screen('owner', 'changes', '/changes'),
  screen('owner', 'notifications', '/notifications'),
  screen('owner', 'profile', '/profile'),
  screen('owner', 'settings', '/settings'),
  screen('owner', 'settings-security', '/settings?tab=security'),
  screen('owner', 'settings-webhook', '/settings?tab=security', press('Create webhook')),
  screen('owner', 'settings-token', '/settings?tab=security', press('Create API token')),
  screen('owner', 'settings-notifications', '/settings?tab=notifications'),
  screen('owner', 'settings-invitations', '/settings?tab=invitations'),
  screen('owner', 'settings-terms', '/settings?tab=terms'),
  screen('owner', 'activity', '/file-views'),
  screen('owner', 'activity-viewer', '/file-views?tab=viewer'),
  screen('owner', 'receipts', '/receipts'),
  screen('owner', 'links', '/links'),
  screen('owner', 'link', ({ link }) => `/links/${link}`),
  screen('owner', 'rooms', '/rooms'),
  screen('owner', 'room-settings', ({ room }) => `/rooms/${room}/settings`),
  screen('owner', 'room-staff', ({ room }) => `/rooms/${room}/settings?tab=staff`),
  screen('owner', 'room-rules', ({ room }) => `/rooms/${room}/settings?tab=rules`),
  screen('owner', 'room-synonyms', ({ room }) => `/rooms/${room}/settings?tab=synonyms`),
  screen('owner', 'room-settings-analytics', ({ room }) => `/rooms/${room}/settings?tab=analytics`),
  screen('owner', 'room-close', ({ room }) => `/rooms/${room}/settings?tab=close`),
  screen('owner', 'room-groups', ({ room }) => `/rooms/${room}/groups`),
  screen(
    'owner',
    'room-group-rules',
    ({ room }) => `/rooms/${room}/groups`,
    async (page) => page.locator('summary').first().click(),
  ),
  screen('owner', 'room-permissions', ({ room }) => `/rooms/${room}/permissions`),
  screen(
    'owner',
    'room-permissions-why',
    ({ room }) => `/rooms/${room}/permissions`,
    async (page) => {
      await page.locator('[data-cell]').locator('visible=true').first().hover();
      await page
        .getByRole('button', { name: /^Why: / })
        .first()
        .click();
    },
  ),
  screen(
    'owner',
    'room-permissions-rows',
    ({ room }) => `/rooms/${room}/permissions`,
    async (page) => page.getByRole('checkbox', { name: 'Select all rows' }).check(),
  ),
  screen('owner', 'room-requests', ({ room }) => `/rooms/${room}/requests`),
  screen('owner', 'room-index', ({ room }) => `/rooms/${room}/index`),
  screen('owner', 'room-publish', ({ room }) => `/rooms/${room}/publish`),
  screen('owner', 'room-analytics', ({ room }) => `/rooms/${room}/analytics`),
  screen('owner', 'room-analytics-groups', ({ room }) => `/rooms/${room}/analytics?tab=groups`),
  screen('owner', 'room-analytics-documents', ({ room }) => `/rooms/${room}/analytics?tab=documents`),
  screen('owner', 'room-analytics-unread', ({ room }) => `/rooms/${room}/analytics?tab=unread`),
  screen('owner', 'room-analytics-searches', ({ room }) => `/rooms/${room}/analytics?tab=searches`),
  screen('owner', 'room-analytics-group', ({ room, group }) => `/rooms/${room}/analytics/groups/${group}`),
  screen('owner', 'room-evidence', ({ room }) => `/rooms/${room}/evidence`),
  screen('owner', 'room-exposure', ({ room, group }) => `/rooms/${room}/exposure/${group}`),
  screen('owner', 'trash', '/trash'),
  screen('administrator', 'admin-users', '/admin'),
  screen('administrator', 'admin-invitations', '/admin?tab=invitations'),
  screen('administrator', 'admin-rooms', '/admin?tab=rooms'),
  screen('administrator', 'admin-sign-in', '/admin?tab=sign-in'),
  screen('administrator', 'admin-audit', '/admin?tab=audit'),
  screen('administrator', 'admin-evidence', '/admin?tab=evidence'),
  screen('administrator', 'admin-personal-data', '/admin?tab=personal-data'),
  screen('administrator', 'admin-personal-data-found', '/admin?tab=personal-data', async (page) => {
    await page.getByRole('main').getByRole('textbox').first().fill('m.okafor@corvane.example');
    await page.keyboard.press('Enter');
  }),
  screen('administrator', 'admin-ocr', '/admin?tab=ocr'),
  screen('administrator', 'admin-outbox', '/admin?tab=outbox'),
  screen('administrator', 'admin-maintenance', '/admin?tab=maintenance'),
  screen('administrator', 'admin-scans', '/admin?tab=scans'),
  screen('administrator', 'settings-system', '/settings?tab=system'),
  screen('visitor', 'visitor-home', '/'),
  screen('visitor', 'visitor-folder', ({ folder }) => `/folder/${folder}`),
  screen('visitor', 'visitor-notifications', '/notifications'),
  screen('visitor', 'visitor-file', ({ file }) => `/file/${file}`),
];

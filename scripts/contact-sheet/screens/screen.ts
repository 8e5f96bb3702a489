import type { Page } from '@playwright/test';

/** Names who looks at a screen: an account of the demo, a visitor of it, or nobody who is signed in. */
export type Viewer =
  | 'owner'
  | 'administrator'
  | 'visitor'
  /** A member of a group of a room. */
  | 'member'
  /** Has entered the link to one file. */
  | 'reader'
  /** Has entered an address at the link that asks for terms. */
  | 'signer'
  | 'nobody';

/** Ids in the demo that paths and dialogs need. */
export interface DemoIds {
  folder: number;
  file: number;
  /** A file with several versions. */
  revised: number;
  sheet: number;
  room: number;
  group: number;
  /** A folder of the room, with placeholders, and a file in it. */
  roomFolder: number;
  roomFile: number;
  /** A room whose documents an exposure check looked at, and the group that it was for. */
  checkedRoom: number;
  checkedGroup: number;
  link: number;
  /** Paths of the access pages of links: one that asks for a password, one for terms, one that opens a file. */
  access: string;
  termsAccess: string;
  fileAccess: string;
  /** The path that admits a member of the group. */
  memberAccess: string;
}

export interface Screen {
  name: string;
  viewer: Viewer;
  path: (ids: DemoIds) => string;
  /** Opens what is shown over the page, such as a dialog. */
  open?: (page: Page) => Promise<void>;
}

export const screen = (
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

/** Presses the first visible button or link of this name in the page. */
export const press = (name: string | RegExp) => async (page: Page) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .locator('visible=true')
    .first()
    .click();

/** Opens the first menu whose button begins with this, and chooses an item of it. */
export const chooseFrom =
  (menu: RegExp, ...items: readonly string[]) =>
  async (page: Page) => {
    await page.getByRole('main').getByRole('button', { name: menu }).first().click();
    for (const name of items) await page.getByRole('menuitem', { name, exact: true }).first().click();
  };

export const ACTIONS = /^Actions for /;

/** Does this and then that. */
export const both =
  (...steps: readonly NonNullable<Screen['open']>[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

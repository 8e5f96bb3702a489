import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { administrator } from './administrator.ts';
import { type Complaints, listenForComplaints } from './complaints.ts';
import { type Account, createRoomApi, type RoomApi } from './room-api.ts';

interface Visit {
  page: Page;
  api: RoomApi;
}

interface Fixtures {
  /** The journey fails when the browser complains of anything that it does not expect. */
  complaints: Complaints;
  /** What the page's own session may do, without the page. */
  api: RoomApi;
  /** A new user, as whom `page` is signed in. */
  member: Account;
  /** Signs `page` in as the administrator. */
  asAdministrator: Account;
  /** Comes to the room with another browser, signed in as nobody. */
  comeAgain: () => Promise<Visit>;
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context, baseURL }, use) => {
      const complaints = listenForComplaints(new URL(baseURL ?? '').origin);
      complaints.watch(context);
      await use(complaints);
      expect(complaints.list(), 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ context }, use) => use(createRoomApi(context.request)),
  member: async ({ api }, use) => {
    const account = newAccount();
    await api.register(account);
    await use(account);
  },
  asAdministrator: async ({ api }, use) => {
    await api.signIn(administrator);
    await use(administrator);
  },
  comeAgain: async ({ browser, complaints }, use) => {
    await use(async () => {
      const context = await browser.newContext();
      complaints.watch(context);
      return { page: await context.newPage(), api: createRoomApi(context.request) };
    });
  },
});

export function newAccount(): Account {
  const username = `user-${randomUUID().slice(0, 8)}`;
  return { username, email: `${username}@example.com`, password: `${username}-secret` };
}

import { expect } from '@playwright/test';
import { openSmtpServer } from '#server/testing/smtp-server.ts';
import { freePort } from './free-port.ts';
import { startServer } from './own-server.ts';
import { test as base } from './room.ts';

interface Mailbox {
  url: string;
  /** The link in the newest letter to this address, once there is one. */
  linkTo(address: string): Promise<string>;
  /** How many letters came for this address. */
  countTo(address: string): number;
}

/** A room of the test's own, which sends its mail to a mail server of the test's own: settings may be changed here. */
export const test = base.extend<{ mailbox: Mailbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  mailbox: async ({}, use) => {
    const server = await openSmtpServer();
    const lettersTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
    await use({
      url: server.url,
      countTo: (address) => lettersTo(address).length,
      async linkTo(address) {
        await expect.poll(() => lettersTo(address).length, { timeout: 30_000 }).toBeGreaterThan(0);
        const link = /http:\/\/localhost:\d+\/accept-invite\/[\w-]{43}/.exec(
          lettersTo(address).at(-1)?.raw ?? '',
        )?.[0];
        if (link === undefined) throw new Error('The letter has no link');
        return link;
      },
    });
    await server.close();
  },
  baseURL: async ({ mailbox }, use, testInfo) => {
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    await using _server = await startServer(testInfo.outputPath('data'), {
      PORT: port,
      PUBLIC_URL: origin,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Deal Room <room@example.com>',
    });
    await use(origin);
  },
});

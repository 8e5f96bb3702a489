import { createHash } from 'node:crypto';
import { systemContext } from '#server/app/context.ts';
import { mailLinkCode } from '#server/modules/links/mail-code.ts';
import type { LinkBrowser } from './link-client.ts';
import type { TestApp } from './test-app.ts';

/** The settings of an app that has a mail server, which need not run: the codes are read from the outbox. */
export const WITH_MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Room <room@example.test>' } };

/** Runs the job that mails a code to a browser; returns the code, or undefined if no mail was written. */
export async function receiveCode(testApp: TestApp, browser: LinkBrowser): Promise<string | undefined> {
  const { services } = testApp.server;
  const countMails = () => services.db.selectFrom('outbox_messages').selectAll().orderBy('id').execute();
  const before = await countMails();
  const token = browser.linkCookie?.split('=')[1] ?? '';
  const attempt = createHash('sha256').update(token).digest('hex');
  await mailLinkCode(systemContext(services), { attempt });
  const mail = (await countMails()).slice(before.length)[0];
  if (!mail) return undefined;
  const { text } = JSON.parse(services.encryptor.decrypt('mail', mail.encrypted_body));
  return /code is (\d{6})\./.exec(text)?.[1];
}

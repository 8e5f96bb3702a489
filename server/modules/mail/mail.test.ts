import { describe, expect, onTestFinished } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { openSmtpServer } from '#server/testing/fakes/smtp-server.ts';
import { openTestApp, test } from '#server/testing/test-app.ts';
import { composeMail } from './compose-mail.ts';
import { sendMail } from './send-mail.ts';

const MINUTE = 60_000;

/** Opens an app with a mail server, an owner, and the outbox as an administrator sees it. */
async function openMailing(answers: Parameters<typeof openSmtpServer>[0] = {}) {
  const server = await openSmtpServer(answers);
  const testApp = await openTestApp({
    startsBackgroundWork: true,
    config: { mail: { smtpUrl: server.url, from: 'Room <room@example.test>' } },
  });
  onTestFinished(async () => {
    await testApp.close();
    await server.close();
  });
  const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  const outbox = async () => (await admin.get('/api/admin/outbox')).body;
  const invite = (wish: object) => owner.post('/api/invitations', { allFolders: true, ...wish });
  return { server, testApp, owner, admin, outbox, invite };
}

describe('an invitation by mail', () => {
  test('the mail contains the link, also when it is resent', async () => {
    const { server, testApp, owner, outbox, invite } = await openMailing();
    const { body } = await invite({ email: 'guest@example.test' });
    expect(body.emailed).toBe(true);
    await testApp.finishJobs();
    expect(server.mails).toMatchObject([{ to: ['guest@example.test'] }]);
    const [mail] = server.mails;
    expect(mail?.raw).toContain(`Subject: ${owner.username} invites you to view all folders`);
    expect(mail?.raw.split(body.inviteUrl)).toHaveLength(4);
    await owner.post(`/api/invitations/${body.id}/resend`);
    await testApp.finishJobs();
    expect(server.mails[1]?.raw).toContain(`Subject: Reminder: ${owner.username}`);
    expect(await outbox()).toMatchObject([{ state: 'sent' }, { state: 'sent', to: 'guest@example.test' }]);
  });

  test('the mail asks a collaborator to register, and shows names verbatim', async () => {
    const { server, testApp, owner } = await openMailing();
    const { id } = await owner.folder('<img src=x> & “Söhne”');
    await owner.post('/api/invitations', { email: 'guest@example.test', folderId: id });
    await testApp.finishJobs();
    const [mail] = server.mails;
    expect(mail?.raw).toContain('You need an account for this address');
    expect(mail?.raw).toContain('&lt;img src=x&gt; &amp; “Söhne”');
    const html = mail?.raw.slice(mail.raw.indexOf('<!doctype'));
    expect(html).not.toMatch(/<img|https?:\/\/(?!localhost:3000)/);
  });

  test('a link without an address sends no mail', async () => {
    const { server, testApp, invite } = await openMailing();
    await testApp.server.services.db
      .insertInto('system_settings')
      .values({ name: 'allowPublicSharing', value: 'true' })
      .execute();
    expect((await invite({})).body.emailed).toBe(false);
    await testApp.finishJobs();
    expect(server.mails).toEqual([]);
  });

  test('a temporarily refused mail is retried and sent once', async () => {
    let isClosed = true;
    const { server, testApp, outbox, invite } = await openMailing({
      refuse: () => (isClosed ? { code: 451, message: 'come back later' } : undefined),
    });
    await invite({ email: 'guest@example.test' });
    await testApp.finishJobs();
    expect(await outbox()).toMatchObject([
      { state: 'waiting', lastError: expect.stringContaining('come back later') },
    ]);
    isClosed = false;
    await testApp.finishJobs();
    expect(server.mails).toEqual([]);
    testApp.advanceClock(MINUTE);
    await testApp.finishJobs();
    testApp.advanceClock(600 * MINUTE);
    await testApp.finishJobs();
    expect(server.mails).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: 'sent', lastError: null }]);
  });

  test('a mail that is refused for good, or six times, has failed', async () => {
    const { testApp, outbox, invite } = await openMailing({
      refuse: (address) => ({ code: address.startsWith('gone') ? 550 : 451, message: 'no' }),
    });
    await invite({ email: 'gone@example.test' });
    await invite({ email: 'later@example.test' });
    await testApp.finishJobs();
    expect((await outbox()).map((mail: { state: string }) => mail.state)).toEqual(['waiting', 'failed']);
    for (const minutes of [1, 5, 30, 120, 360]) {
      testApp.advanceClock(minutes * MINUTE);
      await testApp.finishJobs();
    }
    const rows = await testApp.server.services.db
      .selectFrom('outbox_messages')
      .select(['attempts', 'failed_at'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ attempts, failed_at }) => [attempts, failed_at !== null])).toEqual([
      [1, true],
      [6, true],
    ]);
  });

  test('a mail waits for a mail server that is away, however long, and is sent afterwards', async () => {
    const { server, testApp, outbox, invite } = await openMailing();
    await server.close();
    await invite({ email: 'guest@example.test' });
    for (let round = 0; round < 10; round += 1) {
      await testApp.finishJobs();
      testApp.advanceClock(30 * MINUTE);
    }
    expect(await outbox()).toMatchObject([
      { state: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') },
    ]);
    const later = await openSmtpServer({ port: Number(new URL(server.url).port) });
    onTestFinished(() => later.close());
    testApp.advanceClock(30 * MINUTE);
    await testApp.finishJobs();
    expect(later.mails).toMatchObject([{ to: ['guest@example.test'] }]);
  });

  test('an outage costs a mail none of its attempts, however long it lasts', async () => {
    const { server, testApp, outbox, invite } = await openMailing();
    await server.close();
    await invite({ email: 'guest@example.test' });
    for (let round = 0; round < 10; round += 1) {
      await testApp.finishJobs();
      testApp.advanceClock(30 * MINUTE);
    }
    let isGreylisted = true;
    const later = await openSmtpServer({
      port: Number(new URL(server.url).port),
      refuse: () => (isGreylisted ? { code: 451, message: 'come back later' } : undefined),
    });
    onTestFinished(() => later.close());
    await testApp.finishJobs();
    const refused = { state: 'waiting', lastError: expect.stringContaining('come back later') };
    expect(await outbox()).toMatchObject([refused]);
    isGreylisted = false;
    testApp.advanceClock(MINUTE);
    await testApp.finishJobs();
    expect(await outbox()).toMatchObject([{ state: 'sent' }]);
  });

  test('mails wait while the server refuses our address, until an operator has remedied that', async () => {
    let isBlocked = true;
    const { server, testApp, outbox, invite } = await openMailing({
      refuseSender: () => (isBlocked ? { code: 550, message: 'sender is unknown' } : undefined),
    });
    await invite({ email: 'guest@example.test' });
    for (let round = 0; round < 10; round += 1) {
      await testApp.finishJobs();
      testApp.advanceClock(30 * MINUTE);
    }
    const refused = { state: 'waiting', lastError: expect.stringContaining('sender is unknown') };
    expect(await outbox()).toMatchObject([refused]);
    isBlocked = false;
    await testApp.finishJobs();
    expect(server.mails).toMatchObject([{ to: ['guest@example.test'] }]);
  });

  test('a mail waits that a node without a mail server should send, and the outbox says why', async () => {
    const { server, testApp, outbox, invite } = await openMailing();
    await server.close();
    await invite({ email: 'guest@example.test' });
    await testApp.finishJobs();
    const { services } = testApp.server;
    const [mail] = await outbox();
    await services.db.deleteFrom('jobs').where('kind', '=', 'mail.queued').execute();
    const elsewhere = systemContext({ ...services, mailer: undefined });
    await sendMail(elsewhere, mail.id, new AbortController().signal);
    const reason = 'The server that should send this mail has no mail server.';
    expect(await outbox()).toMatchObject([
      { state: 'waiting', lastError: expect.stringContaining(`${reason} Set SMTP_URL`) },
    ]);
    const later = await openSmtpServer({ port: Number(new URL(server.url).port) });
    onTestFinished(() => later.close());
    testApp.advanceClock(30 * MINUTE);
    await testApp.finishJobs();
    expect(later.mails).toMatchObject([{ to: ['guest@example.test'] }]);
  });

  test('a silent mail server blocks neither the call nor the index', async () => {
    const { testApp, owner, invite } = await openMailing({ isSilent: true });
    expect((await invite({ email: 'guest@example.test' })).status).toBe(201);
    const file = await owner.file();
    await expect
      .poll(async () => (await owner.get(`/api/files/${file.id}`)).body.indexStatus)
      .toBe('indexed');
    // The mail was not abandoned meanwhile: its server is still being waited for.
    const mail = await testApp.server.services.db.selectFrom('outbox_messages').select('attempts').execute();
    expect(mail).toEqual([{ attempts: 0 }]);
  });
});

describe('the outbox', () => {
  test('the outbox keeps each mail for administrators when there is no mail server', async ({ testApp }) => {
    const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const email = `${crypto.randomUUID()}@example.test`;
    const { body } = await owner.post('/api/invitations', { email, allFolders: true });
    expect(body.emailed).toBe(false);
    await testApp.finishJobs();
    const { id } = (await admin.get('/api/admin/outbox')).body.find(({ to }: { to: string }) => to === email);
    const mail = (await admin.get(`/api/admin/outbox/${id}`)).body;
    expect(mail).toMatchObject({ to: email, state: 'kept', sentAt: null });
    expect([mail.text, mail.html].map((part) => part.includes(body.inviteUrl))).toEqual([true, true]);
    expect((await admin.get('/api/admin/outbox/99999999')).status).toBe(404);
    expect((await owner.get(`/api/admin/outbox/${id}`)).status).toBe(403);
  });

  test('the outbox is paginated, newest first, and kept for thirty days', async () => {
    const { testApp, admin, outbox, invite } = await openMailing();
    for (const name of ['a', 'b', 'c']) await invite({ email: `${name}@example.test` });
    const first = await admin.get('/api/admin/outbox?limit=2');
    expect(first.body.map(({ to }: { to: string }) => to)).toEqual(['c@example.test', 'b@example.test']);
    expect(first.headers['link']).toContain('rel="next"');
    await testApp.server.services.db
      .updateTable('outbox_messages')
      .set({ created_at: testApp.server.services.now() - 30 * 1440 * MINUTE - 1 })
      .execute();
    await invite({ email: 'd@example.test' });
    expect((await outbox()).map(({ to }: { to: string }) => to)).toEqual(['d@example.test']);
  });

  test('a mail is rolled back with its change', async ({ testApp }) => {
    const { db } = testApp.server.services;
    const owner = await testApp.user();
    const count = async () => (await db.selectFrom('outbox_messages').select('id').execute()).length;
    const before = await count();
    const { id } = await owner.folder();
    const foreign = await (await testApp.user()).folder();
    await owner.post('/api/invitations', { email: 'x@example.test', folderIds: [id, foreign.id] });
    expect(await count()).toBe(before);
  });
});

test('the web app knows whether mails are sent', async ({ testApp }) => {
  const { testApp: mailing } = await openMailing();
  const ask = async (client: typeof testApp.anonymous) =>
    (await client.get('/api/system-settings/public')).body.emailConfigured;
  expect([await ask(testApp.anonymous), await ask(mailing.anonymous)]).toEqual([false, true]);
});

test('a mail shows text of users without interpreting it', () => {
  const { html } = composeMail({
    subject: '',
    paragraphs: [`<script>alert(1)</script> & "'`],
    link: { label: '<b>', url: 'http://localhost/"onclick="x' },
    reason: '</body>',
  });
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#39;');
  expect(html).not.toMatch(/<script|<b>|"onclick|<\/body>.*<\/body>/s);
});

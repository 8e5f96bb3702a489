import { describe, expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['user']>>;

async function openLink(testApp: TestApp, settings: object = {}, wish: object = {}) {
  const owner: Owner = await testApp.user();
  const folder = await owner.folder('Secret name');
  const body = { name: 'Internal name', targets: [{ kind: 'folder', id: folder.id }], settings, ...wish };
  const { body: link } = await owner.post('/api/links', body);
  return { owner, folder, link, browser: openAccessPage(testApp.server, link.url) };
}

const CLOSED = [404, 'This link is not available.'];

describe('the access page', () => {
  test('it names the sender and the greeting, and nothing of what it opens', async ({ testApp }) => {
    const { owner, browser } = await openLink(testApp, { greeting: 'Welcome', password: 'open sesame' });
    const { status, body } = await browser.page();
    expect([status, body]).toEqual([
      200,
      {
        sender: owner.username,
        greeting: 'Welcome',
        brand: expect.objectContaining({ name: null, iconUrl: null }),
        steps: ['password', 'email'],
        email: null,
      },
    ]);
  });

  test('every closed link is answered like a slug that was never used', async ({ testApp }) => {
    const unknown = openAccessPage(testApp.server, `/${'A'.repeat(22)}`);
    const answers = [await unknown.page()];
    const close: Record<string, (found: Awaited<ReturnType<typeof openLink>>) => Promise<unknown>> = {
      revoked: ({ owner, link }) => owner.delete(`/api/links/${link.id}`),
      disabled: ({ owner, link }) => owner.patch(`/api/links/${link.id}`, { disabled: true }),
      'in the trash': ({ owner, folder }) => owner.delete(`/api/folders/${folder.id}`),
      'of a deleted account': async ({ owner }) => {
        const { db, now } = testApp.server.services;
        await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', owner.id).execute();
      },
      'of a folder that its owner lost': async ({ folder }) => {
        const { db } = testApp.server.services;
        const heir = await testApp.user();
        await db.updateTable('folders').set({ owner_id: heir.id }).where('id', '=', folder.id).execute();
      },
    };
    for (const end of Object.values(close)) {
      const found = await openLink(testApp);
      expect((await found.browser.page()).status).toBe(200);
      await end(found);
      answers.push(await found.browser.page());
      for (const step of ['password', 'email', 'code', 'enter', 'leave'] as const) {
        const body = { password: { password: 'x' }, email: { email: 'a@b.test' }, code: { code: '123456' } };
        const answer = await found.browser.submit(step, body[step as 'email']);
        expect([answer.status, answer.body.error]).toEqual(CLOSED);
      }
    }
    for (const { status, body, headers } of answers)
      expect([status, body, headers['set-cookie']]).toEqual([...[404, answers[0]?.body], undefined]);
    expect(answers[0]?.body.error).toBe(CLOSED[1]);
  });

  test('an end closes the link and its visits', async ({ testApp }) => {
    const end = new Date(testApp.server.services.now() + 60_000).toISOString();
    const { browser, folder } = await openLink(testApp, {}, { expiresAt: end });
    await browser.submit('email', { email: 'guest@example.test' });
    const { body } = await browser.submit('enter');
    expect([body.isVisitor, body.expiresAt]).toEqual([true, end]);
    testApp.advanceClock(59_999);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    testApp.advanceClock(1);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
    expect((await browser.page()).status).toBe(404);
  });

  test('guesses at slugs are counted and then refused', async ({ testApp }) => {
    const address = '203.0.113.9';
    const answers = new Set<number>();
    for (let guess = 0; guess < 51; guess += 1) {
      const slug = `guess${String(guess).padStart(17, '0')}`;
      answers.add((await openAccessPage(testApp.server, `/${slug}`, address).page()).status);
    }
    expect([...answers]).toEqual([404, 429]);
    const { link } = await openLink(testApp);
    expect((await openAccessPage(testApp.server, link.url, address).page()).status).toBe(429);
    expect((await openAccessPage(testApp.server, link.url).page()).status).toBe(200);
  });
});

describe('a visit', () => {
  test('a visitor who completed the steps sees the folder and nothing else', async ({ testApp }) => {
    const { owner, folder, link, browser } = await openLink(testApp, { password: 'open sesame' });
    const other = await owner.folder('Other');
    const file = await owner.file({ folderId: folder.id });
    expect((await browser.submit('password', { password: 'wrong one' })).body.error).toBe(
      'The password is not correct.',
    );
    expect((await browser.submit('password', { password: 'open sesame' })).body).toEqual({
      steps: ['email'],
    });
    expect((await browser.submit('email', { email: 'Guest+deal@Bücher.example' })).body).toEqual({
      steps: [],
    });
    const entered = await browser.submit('enter');
    expect([entered.status, entered.body]).toEqual([
      200,
      {
        isVisitor: true,
        email: 'guest+deal@xn--bcher-kva.example',
        folderId: folder.id,
        folderName: 'Secret name',
        inviterName: owner.username,
        expiresAt: null,
        mayDownload: false,
        fileId: null,
      },
    ]);
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
    expect((await browser.get(`/api/files/${file.id}/download`)).status).toBe(403);
    expect((await browser.get(`/api/folders/${other.id}`)).status).toBe(404);
    expect((await browser.get('/api/links')).status).toBe(403);
    expect((await browser.page()).body.steps).toEqual([]);
    const again = await browser.submit('enter');
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ visits: 1, people: 1 });
  });

  test('a link to a file opens that file alone', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Around it');
    const file = await owner.file({ name: 'one.txt', folderId: folder.id });
    const beside = await owner.file({ name: 'two.txt', folderId: folder.id });
    const { body: link } = await owner.post('/api/links', {
      name: 'One',
      targets: [{ kind: 'file', id: file.id }],
      settings: { level: 'original', greeting: 'Welcome to the sale.' },
    });
    const browser = openAccessPage(testApp.server, link.url);
    await browser.submit('email', { email: 'guest@example.test' });
    expect((await browser.submit('enter')).body).toMatchObject({
      isVisitor: true,
      folderId: null,
      fileId: file.id,
    });
    expect((await browser.get('/api/visitor/status')).body).toMatchObject({
      isVisitor: true,
      folderId: null,
      greeting: 'Welcome to the sale.',
    });
    expect((await browser.get(`/api/files/${file.id}`)).body).toMatchObject({
      name: 'one.txt',
      folderId: null,
      accessLevel: 'visitor',
    });
    expect((await browser.get('/api/files')).body).toMatchObject([
      { id: file.id, folderId: null, accessLevel: 'visitor' },
    ]);
    expect((await browser.get(`/api/files/${file.id}/download`)).status).toBe(200);
    expect((await browser.get(`/api/files/${beside.id}`)).status).toBe(404);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(404);
    expect((await browser.get(`/api/files?folderId=${folder.id}`)).status).toBe(404);
    expect((await browser.get('/api/folders')).body).toEqual([]);
    await browser.get(`/api/files/${file.id}/view`);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({
      downloads: 1,
      views: 1,
      people: 1,
    });
    await owner.delete(`/api/files/${file.id}`);
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(404);
    expect((await browser.get('/api/visitor/status')).body.isVisitor).toBe(false);
  });

  test('the same address reuses its row, and leaving ends the visit', async ({ testApp }) => {
    const { owner, link, browser, folder } = await openLink(testApp);
    const second = openAccessPage(testApp.server, link.url);
    for (const [each, email] of [
      [browser, 'Guest@Example.test'],
      [second, 'guest@example.TEST'],
    ] as const) {
      await each.submit('email', { email });
      expect((await each.submit('enter')).status).toBe(200);
    }
    expect((await owner.get(`/api/links/${link.id}/visitors`)).body).toMatchObject([
      { email: 'guest@example.test', verified: false, visits: 2 },
    ]);
    expect((await browser.submit('leave')).body).toEqual({ success: true });
    expect(browser.cookie).toBeUndefined();
    expect((await second.get(`/api/folders/${folder.id}`)).status).toBe(200);
  });

  test('a link without an address step works only while the administrators allow it', async ({ testApp }) => {
    const { db } = testApp.server.services;
    const allow = (value: string) =>
      db
        .insertInto('system_settings')
        .values({ name: 'allowPublicSharing', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    await allow('true');
    const { owner, link, browser, folder } = await openLink(testApp, { askEmail: false });
    expect((await browser.page()).body.steps).toEqual([]);
    expect((await browser.submit('enter')).body).toMatchObject({ isVisitor: true, email: null });
    const other = openAccessPage(testApp.server, link.url);
    await other.submit('enter');
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ visits: 2, people: 2 });
    await allow('false');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
    expect((await browser.page()).status).toBe(404);
  });

  test("the invitation row of a visitor is found neither by its token nor by the inviter's calls", async ({
    testApp,
  }) => {
    const { owner, browser } = await openLink(testApp);
    await browser.submit('email', { email: 'guest@example.test' });
    await browser.submit('enter');
    const { db } = testApp.server.services;
    const row = await db
      .selectFrom('invitations')
      .select('id')
      .where('inviter_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect((await owner.get('/api/invitations')).body).toEqual([]);
    expect((await owner.get(`/api/debug/invitation-to-visitor/${row.id}`)).status).toBe(404);
    expect((await owner.delete(`/api/invitations/${row.id}`)).status).toBe(404);
    expect((await owner.post(`/api/invitations/${row.id}/resend`)).status).toBe(404);
  });

  test('a signed-in user is refused and stays signed in', async ({ testApp }) => {
    const { link, owner } = await openLink(testApp);
    const path = `/api/link-access/${link.url.split('/').at(-1)}`;
    expect((await owner.get(path)).body).toMatchObject({ mustLogOut: true });
    expect((await testApp.anonymous.get(path)).body).not.toHaveProperty('mustLogOut');
    const { status, body } = await owner.post(`${path}/enter`);
    expect([status, body.error]).toEqual([409, expect.stringContaining('Already Logged In')]);
    expect((await owner.get('/api/user')).status).toBe(200);
  });
});

describe('a change of the link', () => {
  test.for([
    ['a new password', { settings: { password: 'another one' } }],
    ['a password', { settings: { password: 'some secret' } }],
    ['disabling it', { disabled: true }],
  ] as const)('%s ends the visits, and steps done before do not count', async ([, change], { testApp }) => {
    const { owner, link, browser, folder } = await openLink(testApp);
    const waiting = openAccessPage(testApp.server, link.url);
    for (const each of [browser, waiting]) await each.submit('email', { email: 'guest@example.test' });
    await browser.submit('enter');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    await owner.patch(`/api/links/${link.id}`, change);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
    expect((await waiting.submit('enter')).status).toBe('disabled' in change ? 404 : 409);
  });

  test('a re-admission does not bring back a session that a change ended', async ({ testApp }) => {
    const { owner, link, browser, folder } = await openLink(testApp);
    await browser.submit('email', { email: 'guest@example.test' });
    await browser.submit('enter');
    await owner.patch(`/api/links/${link.id}`, { settings: { password: 'open sesame' } });
    const second = openAccessPage(testApp.server, link.url);
    await second.submit('password', { password: 'open sesame' });
    await second.submit('email', { email: 'guest@example.test' });
    await second.submit('enter');
    expect((await second.get(`/api/folders/${folder.id}`)).status).toBe(200);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
  });

  test('a change that asks for less keeps the visits, and a level applies to them at once', async ({
    testApp,
  }) => {
    const { owner, link, browser, folder } = await openLink(testApp, {
      password: 'open sesame',
      level: 'original',
    });
    const file = await owner.file({ folderId: folder.id });
    await browser.submit('password', { password: 'open sesame' });
    await browser.submit('email', { email: 'guest@example.test' });
    await browser.submit('enter');
    expect((await browser.get(`/api/files/${file.id}/download`)).status).toBe(200);
    await owner.patch(`/api/links/${link.id}`, { settings: { password: null, level: 'view' } });
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
    expect((await browser.get(`/api/files/${file.id}/download`)).status).toBe(403);
  });

  test('guessing the password is limited', async ({ testApp }) => {
    const { link } = await openLink(testApp, { password: 'open sesame' });
    const guesser = openAccessPage(testApp.server, link.url, '203.0.113.77');
    for (let guess = 0; guess < 10; guess += 1)
      expect((await guesser.submit('password', { password: `guess ${guess}` })).status).toBe(401);
    expect((await guesser.submit('password', { password: 'open sesame' })).status).toBe(429);
    const other = openAccessPage(testApp.server, link.url, '203.0.113.78');
    expect((await other.submit('password', { password: 'open sesame' })).status).toBe(200);
  });
});

import { describe, expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ maxConnections: 10, config: WITH_MAIL });

const HOUR_MS = 3_600_000;

async function openLink(testApp: TestApp, wish: object = {}) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const targets = [{ kind: 'folder', id: folder.id }];
  const { status, body: link } = await owner.post('/api/links', { name: 'Fund X', targets, ...wish });
  const enter = async (email: string, { withCode = false } = {}) => {
    const browser = openAccessPage(testApp.server, link.url);
    await browser.submit('email', { email });
    if (withCode) await browser.submit('code', { code: await receiveCode(testApp, browser) });
    return { browser, status: (await browser.submit('enter')).status };
  };
  return { owner, folder, status, link, enter };
}

const inHours = ({ server }: TestApp, hours: number) =>
  new Date(server.services.now() + hours * HOUR_MS).toISOString();

/** Lists what the audit log says about the blocking of an address. */
const actionsOn = async ({ server }: TestApp, { id }: { id: number }) =>
  (
    await server.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'link')
      .where('object_id', '=', id)
      .where('action', 'in', ['link.block', 'link.end-visits'])
      .execute()
  ).map(({ action }) => action);

describe('the start of a link', () => {
  test('a link that has not started says when it opens', { tags: ['sqlite'] }, async ({ testApp }) => {
    const startsAt = inHours(testApp, 2);
    const { owner, link, enter } = await openLink(testApp, { startsAt });
    expect(link).toMatchObject({ startsAt, status: 'not-started' });
    const { status, body } = await openAccessPage(testApp.server, link.url).page();
    const opening = `${startsAt.slice(0, 10)} ${startsAt.slice(11, 16)} UTC`;
    expect([status, body.error]).toEqual([403, `This link opens on ${opening}.`]);
    expect((await enter('one@example.test')).status).toBe(403);
    testApp.advanceClock(2 * HOUR_MS);
    expect((await enter('one@example.test')).status).toBe(200);
    expect((await owner.get(`/api/links/${link.id}`)).body.status).toBe('active');
  });

  test('a start that is moved to the future ends the visits', async ({ testApp }) => {
    const { owner, folder, link, enter } = await openLink(testApp);
    const { browser } = await enter('one@example.test');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    await owner.patch(`/api/links/${link.id}`, { startsAt: inHours(testApp, 1) });
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
  });

  test('a link cannot end before it starts', async ({ testApp }) => {
    const [startsAt, expiresAt] = [inHours(testApp, 2), inHours(testApp, 1)];
    expect((await openLink(testApp, { startsAt, expiresAt })).status).toBe(400);
    const { owner, link } = await openLink(testApp, { expiresAt });
    const { status, body } = await owner.patch(`/api/links/${link.id}`, { startsAt });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['startsAt']]);
  });
});

describe('the limits of a link', () => {
  test('a link whose visits are used up is closed, except to those in it', async ({ testApp }) => {
    const { owner, folder, link, enter } = await openLink(testApp, { maxVisits: 2 });
    const [first, second] = [await enter('one@example.test'), await enter('one@example.test')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await enter('one@example.test')).status).toBe(404);
    expect((await openAccessPage(testApp.server, link.url).page()).status).toBe(404);
    expect((await second.browser.page()).status).toBe(200);
    expect((await second.browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ status: 'used-up', visits: 2 });
    await owner.patch(`/api/links/${link.id}`, { maxVisits: null });
    expect((await enter('two@example.test')).status).toBe(200);
  });

  test('of people who enter at the same time, no more get in than the limit allows', async ({ testApp }) => {
    const { owner, link } = await openLink(testApp, { maxVisitors: 2 });
    const browsers = Array.from({ length: 5 }, () => openAccessPage(testApp.server, link.url));
    for (const [nth, browser] of browsers.entries())
      await browser.submit('email', { email: `${nth}@example.test` });
    const entered = await Promise.all(browsers.map((browser) => browser.submit('enter')));
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 200, 404, 404, 404]);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ people: 2, visits: 2 });
  });

  test('who came before comes again when no place is left', async ({ testApp }) => {
    const { enter } = await openLink(testApp, { maxVisitors: 1 });
    expect((await enter('one@example.test')).status).toBe(200);
    expect((await enter('two@example.test')).status).toBe(404);
    expect((await enter('one@example.test')).status).toBe(200);
  });
});

test('blocking an address ends its visits alone, and it does not come back', async ({ testApp }) => {
  const { owner, folder, link, enter } = await openLink(testApp, { settings: { requireCode: true } });
  const [one, two] = [
    await enter('one@example.test', { withCode: true }),
    await enter('two@example.test', { withCode: true }),
  ];
  const see = async ({ browser }: typeof one) => (await browser.get(`/api/folders/${folder.id}`)).status;
  expect([await see(one), await see(two)]).toEqual([200, 200]);
  expect((await owner.post(`/api/links/${link.id}/block`, { email: 'One@Example.test' })).status).toBe(200);
  expect([await see(one), await see(two)]).toEqual([401, 200]);
  expect((await owner.get(`/api/links/${link.id}`)).body.blocked).toEqual(['one@example.test']);
  const back = openAccessPage(testApp.server, link.url);
  testApp.advanceClock(HOUR_MS);
  await back.submit('email', { email: 'one@example.test' });
  expect(await receiveCode(testApp, back)).toBeUndefined();
  expect(await actionsOn(testApp, link)).toEqual(['link.block']);
});

test('blocking an address of a link without a code ends its visits, and a later one is a new visit', async ({
  testApp,
}) => {
  const { owner, folder, link, enter } = await openLink(testApp, { settings: { askEmail: true } });
  const [one, two] = [await enter('one@example.test'), await enter('two@example.test')];
  const see = async ({ browser }: typeof one) => (await browser.get(`/api/folders/${folder.id}`)).status;
  expect([await see(one), await see(two)]).toEqual([200, 200]);
  expect((await owner.post(`/api/links/${link.id}/block`, { email: 'One@Example.test' })).status).toBe(200);
  expect([await see(one), await see(two)]).toEqual([401, 200]);
  expect((await owner.get(`/api/links/${link.id}`)).body.blocked).toEqual([]);
  expect(await actionsOn(testApp, link)).toEqual(['link.end-visits']);
  expect(await see(await enter('one@example.test'))).toBe(200);
});

test('a link counts openings, refusals by step, and what its visitors viewed', async ({ testApp }) => {
  const settings = {
    requireCode: true,
    password: 'open sesame',
    allowed: ['example.test'],
    level: 'original',
  };
  const { owner, folder, link } = await openLink(testApp, { settings });
  const file = await owner.file({ folderId: folder.id });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.page();
  await browser.submit('password', { password: 'wrong' });
  await browser.submit('password', { password: 'open sesame' });
  await browser.submit('email', { email: 'one@other.test' });
  await receiveCode(testApp, browser);
  await browser.submit('code', { code: '000000' });
  testApp.advanceClock(HOUR_MS / 60);
  await browser.submit('email', { email: 'one@example.test' });
  await browser.submit('code', { code: await receiveCode(testApp, browser) });
  await browser.submit('enter');
  await browser.page();
  await browser.get(`/api/files/${file.id}/view`);
  const { body } = await owner.get(`/api/links/${link.id}/analytics`);
  expect(body).toMatchObject({
    opened: 1,
    refused: { password: 1, email: 1, code: 1, terms: 0 },
    visits: 1,
    people: 1,
    files: 1,
    visitors: [{ email: 'one@example.test', visits: 1, views: 1 }],
  });
  expect((await owner.get(`/api/links/${link.id}/visitors`)).body).toMatchObject([
    { email: 'one@example.test', visits: 1, views: 1 },
  ]);
  const { bytes } = await owner.get('/api/links/export');
  expect(bytes.toString().trim().split('\n')).toHaveLength(2);
  expect(bytes.toString()).toContain('Fund X');
});

// Last: it starts the background jobs, which would mail codes of the other tests.
test('the owner gets a mail at the first visit of each person', async ({ testApp }) => {
  const { owner, enter } = await openLink(testApp, { settings: { alertOwner: true } });
  const { db, now } = testApp.server.services;
  await db.updateTable('users').set({ email_verified_at: now() }).where('id', '=', owner.id).execute();
  for (const email of ['one@example.test', 'one@example.test', 'two@example.test']) await enter(email);
  await testApp.finishJobs();
  const mails = await db
    .selectFrom('outbox_messages')
    .select('subject')
    .where('to_address', '=', owner.email)
    .orderBy('subject')
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    'one@example.test opened “Fund X”',
    'two@example.test opened “Fund X”',
  ]);
});

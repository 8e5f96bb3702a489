import { expect, onTestFinished } from 'vitest';
import { comeThrough, nextAddress, openGroupLink } from '#server/testing/group-link.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { membersOf } from '#server/testing/room-fixture.ts';
import { openTestApp, type TestApp, testWith } from '#server/testing/test-app.ts';
import { listAcceptancesOfRoom } from '../archives/evidence-queries.ts';
import { listOpened } from '../certificates/disclosure-queries.ts';
import { followDatabaseClock, passInstant } from '../certificates/testing/access-over-time.ts';
import { certify } from '../certificates/testing/certify.ts';

const test = testWith({ config: WITH_MAIL });

const MINUTE = 60_000;

/** Opens a room in which somebody who came through a link into the group viewed a file. */
async function openViewedRoom(testApp: TestApp) {
  await followDatabaseClock(testApp);
  const room = await openGroupLink(testApp);
  await testApp.server.services.db.updateTable('files').set({ published_at: 0 }).execute();
  const email = nextAddress();
  const view = async (link: { url: string }, typed = email) => {
    const { browser, entered } = await comeThrough(testApp, link.url, typed);
    expect(entered.status).toBe(200);
    const viewed = { batch: 1, pages: [{ page: 1, ms: 5_000 }] };
    expect((await browser.post(`/api/files/${room.file.id}/views`, viewed)).body).toEqual({ recorded: true });
    return browser;
  };
  return { ...room, email, view, browser: await view(room.link), url: `/api/rooms/${room.root.id}` };
}

test('views of members who came through a link count for their group, also with the next link', async ({
  testApp,
}) => {
  const { owner, group, file, link, create, settings, url, email, view } = await openViewedRoom(testApp);
  const read = async (path: string) => (await owner.get(`${url}${path}`)).body;
  expect(await read('/analytics')).toMatchObject([
    { id: group.id, name: 'Bidder A', people: 1, views: 1, ms: 5_000 },
  ]);
  expect(await read(`/unread?groupId=${group.id}`)).toEqual([]);
  const timeline = async () => {
    const [member] = await membersOf(owner, group);
    const entries = await read(`/analytics/people/${member?.id}`);
    return entries.map((entry: { kind: string; file: unknown }) => [entry.kind, entry.file]);
  };
  const viewed = ['view', { id: file.id, name: file.name }];
  expect(await timeline()).toEqual([viewed]);
  const audience = async () =>
    (await owner.get(`/api/files/${file.id}/audience`)).body.find(
      ({ person }: { person: string }) => person === email,
    );
  expect(await audience()).toMatchObject({ via: 'group', firstOpenedAt: expect.any(String) });

  const hasEnded = async () => (await membersOf(owner, group)).map(({ accessEnded }) => accessEnded);
  expect(await hasEnded()).toEqual([undefined]);
  await owner.delete(`/api/links/${link.id}`);
  expect(await hasEnded()).toEqual([true]);
  // One code is mailed to an address in 30 seconds.
  testApp.advanceClock(MINUTE);
  const { body: next } = await create({ groupId: group.id, settings });
  await view(next, email.toUpperCase());
  expect(await hasEnded()).toEqual([undefined]);
  expect(await read('/analytics')).toMatchObject([{ id: group.id, people: 1, views: 2, ms: 10_000 }]);
  expect(await timeline()).toEqual([viewed, viewed]);
  const { db, now } = testApp.server.services;
  const opened = await listOpened(
    db,
    { kind: 'group', id: group.id },
    { at: now(), first: 0, last: Number.MAX_SAFE_INTEGER },
  );
  expect(opened).toMatchObject([{ file_id: file.id, views: 2, ms: 10_000 }]);
});

test('views through other links with the same address do not count for the group', async ({ testApp }) => {
  const { owner, create, file, group, email, url } = await openViewedRoom(testApp);
  const targets = [{ kind: 'file', id: file.id }];
  const { body: open } = await create({ targets });
  testApp.advanceClock(MINUTE);
  const browser = openAccessPage(testApp.server, open.url);
  await browser.submit('email', { email });
  expect((await browser.submit('enter')).status).toBe(200);
  await browser.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] });
  const rows = (await owner.get(`${url}/analytics`)).body;
  expect(rows.find(({ id }: { id: number }) => id === group.id)).toMatchObject({ views: 1 });
  const { db, now } = testApp.server.services;
  const opened = await listOpened(
    db,
    { kind: 'group', id: group.id },
    { at: now(), first: 0, last: Number.MAX_SAFE_INTEGER },
  );
  expect(opened).toMatchObject([{ file_id: file.id, views: 1, ms: 5_000 }]);
});

test('a link into a group is of its room: its receipts, accepted terms and end', async ({ testApp }) => {
  const { owner, root, create, settings, group, browser, email, url } = await openViewedRoom(testApp);
  expect((await browser.post('/api/receipts')).status).toBe(201);
  expect((await owner.get(`${url}/receipts`)).body).toMatchObject([{ recipient: email }]);
  const { body: terms } = await owner.post('/api/terms', { name: 'NDA', text: 'Keep it.' });
  const { body: withTerms } = await create({
    groupId: group.id,
    settings: { ...settings, termsId: terms.id },
  });
  const signer = openAccessPage(testApp.server, withTerms.url);
  await signer.submit('email', { email: nextAddress() });
  await signer.submit('code', { code: await receiveCode(testApp, signer) });
  await signer.submit('terms', { termsVersionId: (await signer.page()).body.terms.versionId });
  expect((await signer.submit('enter')).status).toBe(200);
  const { db } = testApp.server.services;
  expect(await listAcceptancesOfRoom(db, root.id, 0)).toMatchObject([{ text: 'Keep it.' }]);
  const ends = async () => (await owner.get(`${url}/closing`)).body.ends.links;
  expect(await ends()).toBe(2);
  await owner.patch(`/api/links/${withTerms.id}`, { disabled: true });
  expect(await ends()).toBe(1);
});

test('the certificate of a group names what members who came through a link opened', async () => {
  // The background work of an app, once it has begun, mails codes before the test can.
  const testApp = await openTestApp({ config: WITH_MAIL });
  onTestFinished(() => testApp.close());
  const { owner, group, file, url } = await openViewedRoom(testApp);
  const { statement } = await certify(testApp, owner, `${url}/certificates`, { groupId: group.id });
  expect(statement.documents).toMatchObject([{ id: file.id, opened: { times: 1 } }]);
});

test('a certificate of a member is of the link that they had at the time, and counts what they opened through each', async () => {
  const testApp = await openTestApp({ config: WITH_MAIL });
  onTestFinished(() => testApp.close());
  const { owner, group, file, link, create, settings, url, view } = await openViewedRoom(testApp);
  const { db, now } = testApp.server.services;
  const at = new Date(await passInstant(db)).toISOString();
  await followDatabaseClock(testApp);
  const { body: next } = await create({ groupId: group.id, settings });
  await owner.delete(`/api/links/${link.id}`);
  await db.updateTable('attempt_counts').set({ window_ends_at: now() }).execute();
  await view(next);
  const [member] = await membersOf(owner, group);
  const certificateOf = async (body: object) =>
    (await certify(testApp, owner, `${url}/certificates`, { memberId: member?.id, ...body })).statement;
  expect((await certificateOf({ at })).documents).toMatchObject([{ id: file.id, opened: { times: 1 } }]);
  expect((await certificateOf({})).documents).toMatchObject([{ id: file.id, opened: { times: 2 } }]);
});

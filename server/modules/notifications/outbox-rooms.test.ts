import { afterAll, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import {
  CHECK_INTERVAL_MS,
  checkSavedSearches,
} from '#server/modules/digests/saved-searches/check-saved-searches.ts';
import { sendDigests } from '#server/modules/digests/send-digests.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { SIMULATED_VIRUS, startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import type { Mail } from '#shared/contracts/outbox.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const test = testWith({ config: { ...WITH_MAIL, virusScanner: clamd.address } });

const HIDDEN = 'Subject hidden: a room keeps administrators out';

/** Creates a room with an editor who wants every mail about it. */
async function openRoom(testApp: TestApp, name: string) {
  const [owner, editor] = [await testApp.user(), await testApp.user()];
  const root = await owner.folder(name);
  expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(201);
  await testApp.share(root.id, editor);
  const digest = { frequency: 'daily', hour: 8, timeZone: 'UTC' };
  expect((await editor.patch(`/api/digests/${root.id}`, digest)).status).toBe(200);
  const search = { query: 'kingfisher', folderId: root.id, alerts: true };
  expect((await editor.post('/api/saved-searches', search)).status).toBe(201);
  const close = () => owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: false } });
  return { name, owner, editor, root, close };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

async function openLink(
  testApp: TestApp,
  { name, owner }: Pick<Room, 'name' | 'owner'>,
  link: { targets: object[]; settings: object },
) {
  const { status, body } = await owner.post('/api/links', { name: `Link of ${name}`, ...link });
  expect(status).toBe(201);
  const browser = openAccessPage(testApp.server, body.url);
  expect((await browser.submit('email', { email: `${name}@example.test` })).status).toBe(200);
  return browser;
}

/** Has a virus found, and a link opened twice: once for the owner to hear of it, once for a code. */
async function causeMails(testApp: TestApp, room: Room): Promise<void> {
  const { name, owner, root } = room;
  await owner.file({ name: `${name}.txt`, content: SIMULATED_VIRUS, folderId: root.id });
  await owner.file({ name: `Bird of ${name}.txt`, content: 'A kingfisher.', folderId: root.id });
  const targets = [{ kind: 'folder', id: root.id }];
  const visit = await openLink(testApp, room, {
    targets,
    settings: { alertOwner: true, askEmail: true },
  });
  expect((await visit.submit('enter')).status).toBe(200);
  await openLink(testApp, room, { targets, settings: { requireCode: true } });
}

async function subjectsTo(admin: TestClient, ...addresses: string[]): Promise<string[]> {
  const mails: Mail[] = (await admin.get('/api/admin/outbox')).body;
  return mails
    .filter(({ to }) => addresses.includes(to))
    .map(({ subject }) => subject)
    .toSorted();
}

test('mails of digests, saved searches, links and virus scans hide their subject if their room keeps administrators out', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const rooms = [await openRoom(testApp, 'ordinary'), await openRoom(testApp, 'secret')] as const;
  testApp.advanceClock(1_000);
  for (const room of rooms) await causeMails(testApp, room);
  await testApp.finishJobs();
  testApp.advanceClock(CHECK_INTERVAL_MS);
  const { services } = testApp.server;
  const { signal } = new AbortController();
  await checkSavedSearches(systemContext(services), signal);
  const due = { due_at: services.now() };
  await services.db.updateTable('digests_due').set(due).where('due_at', 'is not', null).execute();
  await sendDigests(systemContext(services), signal);

  const subjectsOf = ({ name, owner, editor }: Room) =>
    subjectsTo(admin, owner.email, editor.email, `${name}@example.test`);
  const shown = ({ name, owner }: Room) => [
    '1 new document for “kingfisher”',
    `2 changes in “${name}”`,
    `A virus was found in “${name}.txt”`,
    `Your code for a link from ${owner.username}`,
    `${name}@example.test opened “Link of ${name}”`,
  ];
  for (const room of rooms) expect(await subjectsOf(room)).toEqual(shown(room));
  const [ordinary, secret] = rooms;
  expect((await secret.close()).status).toBe(200);
  expect(await subjectsOf(ordinary)).toEqual(shown(ordinary));
  expect(await subjectsOf(secret)).toEqual(Array(5).fill(HIDDEN));
});

test('the mail of a link into several rooms, or to a file outside folders too, is about no single room', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const owner = await testApp.user();
  const roots = [await owner.folder('One'), await owner.folder('Two'), await owner.folder('Secret')];
  for (const { id } of roots) expect((await owner.post('/api/rooms', { folderId: id })).status).toBe(201);
  const inner = await owner.folder('Legal', roots[0]?.id);
  const loose = await owner.file();
  const targets = {
    several: roots.slice(0, 2).map(({ id }) => ({ kind: 'folder', id })),
    loose: [
      { kind: 'folder', id: inner.id },
      { kind: 'file', id: loose.id },
    ],
    one: [
      { kind: 'folder', id: inner.id },
      { kind: 'folder', id: roots[0]?.id },
    ],
  };
  for (const [name, of] of Object.entries(targets))
    await openLink(testApp, { name, owner }, { targets: of, settings: { requireCode: true } });
  await testApp.finishJobs();
  const closed = { settings: { administratorsCanRead: false } };
  expect((await owner.patch(`/api/rooms/${roots[2]?.id}`, closed)).status).toBe(200);
  const subjects = await Promise.all(
    Object.keys(targets).map((name) => subjectsTo(admin, `${name}@example.test`)),
  );
  expect(subjects).toEqual([[HIDDEN], [HIDDEN], [`Your code for a link from ${owner.username}`]]);
});

test('the alert of a link names no visitor where the room hides persons', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const room = await openRoom(testApp, 'discreet');
  const hidden = { settings: { analytics: { hidePersons: true } } };
  expect((await room.owner.patch(`/api/rooms/${room.root.id}`, hidden)).status).toBe(200);
  await causeMails(testApp, room);
  await testApp.finishJobs();
  const subjects = await subjectsTo(admin, room.owner.email);
  expect(subjects).toContain('Somebody opened “Link of discreet”');
  expect(JSON.stringify(subjects)).not.toContain('@');
});

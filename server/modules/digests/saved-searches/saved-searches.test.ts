import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { MAX_SAVED_SEARCHES, type SavedSearch } from '#shared/contracts/search/saved-searches.ts';
import { CHECK_INTERVAL_MS, checkSavedSearches } from './check-saved-searches.ts';

/** Nothing listens there: mails stay in the outbox, where the tests read them. */
const test = testWith({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } } });

/** Creates a folder of an owner that a reader with a saved search sees. */
async function savedSearch(testApp: TestApp, body: object = {}) {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, reader);
  const add = async (name: string, content: string, folderId = folder.id) =>
    owner.file({ name, content, folderId });
  await add('Old.txt', 'The change of control clause of the old lease.');
  await testApp.finishJobs();
  const { body: saved, status } = await reader.post('/api/saved-searches', {
    query: 'change of control lease',
    ...body,
  });
  expect(status).toBe(201);
  testApp.advanceClock(1_000);
  const { services } = testApp.server;
  return {
    owner,
    reader,
    folder,
    saved,
    add,
    /** Looks for new documents once the interval has passed and the index has them. */
    async check() {
      await testApp.finishJobs();
      testApp.advanceClock(CHECK_INTERVAL_MS);
      await checkSavedSearches(systemContext(services), new AbortController().signal);
    },
    list: async (): Promise<SavedSearch[]> => (await reader.get('/api/saved-searches')).body,
    async mails() {
      const rows = services.db
        .selectFrom('outbox_messages')
        .selectAll()
        .where('to_address', '=', reader.email);
      return (await rows.orderBy('id').execute()).map(({ subject, encrypted_body }) => ({
        subject,
        text: services.encryptor.decrypt('mail', encrypted_body),
      }));
    },
  };
}

const namesOf = ([search]: readonly SavedSearch[]) =>
  search?.newDocuments.map(({ fileName }) => fileName).toSorted();

describe('the alerts of saved searches', () => {
  test('the alerts of saved searches are about documents that the reader sees at that moment, and never about others', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, reader, add, check, list, mails } = await savedSearch(testApp);
    const hidden = await owner.folder('Hidden');
    const lost = await owner.folder('Lost');
    await testApp.share(lost.id, reader);
    await add('Hidden.txt', 'The lease has a change of control clause.', hidden.id);
    await add('Lost.txt', 'The lease has a change of control clause.', lost.id);
    await testApp.unshare(lost.id, reader);
    await check();
    expect([namesOf(await list()), await mails()]).toEqual([[], []]);

    await add('Seen.txt', 'The new lease has a change of control clause.');
    await check();
    expect(namesOf(await list())).toEqual(['Seen.txt']);
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(['1 new document for “change of control lease”', []]);
    expect(mail?.text).not.toContain('Seen.txt');

    expect(JSON.stringify(await list())).not.toMatch(/Hidden|Lost/);
  });

  test('the alerts of saved searches end for what is not visible any more, also in the list', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { reader, folder, saved, add, check, list } = await savedSearch(testApp);
    await add('Seen.txt', 'The new lease has a change of control clause.');
    await check();
    expect(namesOf(await list())).toEqual(['Seen.txt']);
    await testApp.unshare(folder.id, reader);
    expect(await list()).toMatchObject([{ id: saved.id, newCount: 0, newDocuments: [] }]);
  });

  test('come once for a document, again for a new version, and not for other documents', async ({
    testApp,
  }) => {
    const { owner, saved, reader, add, check, list, mails } = await savedSearch(testApp);
    await add('Other.txt', 'The control panel of the heating.');
    const { id } = await add('New.txt', 'A lease with a change of control.');
    await check();
    await check();
    expect(namesOf(await list())).toEqual(['New.txt']);
    expect(await mails()).toHaveLength(1);
    const seen = await reader.patch(`/api/saved-searches/${saved.id}`, { seen: true });
    expect([seen.status, seen.body.newCount]).toEqual([200, 0]);
    const content = 'A lease with another change of control.';
    const version = [{ name: 'file', value: content, filename: 'New.txt' }];
    expect((await owner.form(`/api/files/${id}/versions`, version)).status).toBe(201);
    await check();
    expect(namesOf(await list())).toEqual(['New.txt']);
    expect(await mails()).toHaveLength(2);
  });

  test('respect the filters, and stop while they are off', async ({ testApp }) => {
    const { owner, reader, folder, add, check } = await savedSearch(testApp, { alerts: false });
    const inner = await owner.folder('Inner', folder.id);
    const within = await reader.post('/api/saved-searches', {
      query: 'change of control',
      folderId: inner.id,
      kind: 'document',
    });
    expect(within.body).toMatchObject({ folder: { id: inner.id, name: 'Inner' }, kind: 'document' });
    testApp.advanceClock(1_000);
    await add('Outside.txt', 'A change of control.');
    await add('Inside.csv', 'change of control', inner.id);
    await add('Inside.txt', 'A change of control.', inner.id);
    await check();
    const [filtered, off]: SavedSearch[] = (await reader.get('/api/saved-searches')).body;
    expect([filtered?.newDocuments.map(({ fileName }) => fileName), off?.newCount]).toEqual([
      ['Inside.txt'],
      0,
    ]);
  });
});

describe('the alerts of a member of a group', () => {
  /** Has a reader of a room save a search once a draft was indexed that they do not see yet. */
  async function searchWithDraft(testApp: TestApp) {
    const { owner, root, inner, group } = await openRoom(testApp);
    const setup = await savedSearch(testApp);
    const { reader, check, list } = setup;
    await addMembers(owner, group, reader.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.file({ name: 'Draft.txt', content: 'The lease: change of control.', folderId: inner.id });
    await check();
    expect(namesOf(await list())).toEqual([]);
    const publications = `/api/rooms/${root.id}/publications`;
    return { ...setup, owner, root, inner, publications };
  }

  test('the alerts of a member of a group tell of a draft that was read long before it was published', async ({
    testApp,
  }) => {
    const { owner, publications, check, list, mails } = await searchWithDraft(testApp);
    expect((await owner.post(publications, {})).status).toBe(201);
    await check();
    await check();
    expect(namesOf(await list())).toEqual(['Draft.txt']);
    const alerts = (await mails()).filter(({ subject }) => subject.includes('new document'));
    expect(alerts).toHaveLength(1);
  });

  test('come when the date of a publication has come, unless it was canceled', async ({ testApp }) => {
    const { owner, publications, check, list } = await searchWithDraft(testApp);
    const schedule = async () => {
      const at = new Date(testApp.server.services.now() + 2 * CHECK_INTERVAL_MS).toISOString();
      return (await owner.post(publications, { at })).body.id;
    };
    expect((await owner.delete(`/api/publications/${await schedule()}`)).status).toBe(200);
    testApp.advanceClock(2 * CHECK_INTERVAL_MS);
    await check();
    expect(namesOf(await list())).toEqual([]);
    await schedule();
    await check();
    expect(namesOf(await list())).toEqual([]);
    testApp.advanceClock(2 * CHECK_INTERVAL_MS);
    await check();
    expect(namesOf(await list())).toEqual(['Draft.txt']);
  });

  test('the alerts of a member of a group tell of drafts that are published with a move, or once a second manager approves', async ({
    testApp,
  }) => {
    const { owner, root, inner, publications, check, list } = await searchWithDraft(testApp);
    const second = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${second.id}`, { role: 'manager' });
    await owner.patch(`/api/rooms/${root.id}`, { settings: { publicationApproval: true } });
    const { body: folder } = await owner.post('/api/folders', { name: 'Later', parentId: inner.id });
    const moved = await owner.file({ folderId: inner.id });
    await owner.patch(`/api/files/${moved.id}/move`, { folderId: folder.id, draft: true });
    const { body: requested } = await owner.post(publications, {});
    await check();
    expect(namesOf(await list())).toEqual([]);
    const { version } = requested;
    expect((await second.post(`/api/publications/${requested.id}/approve`, { version })).status).toBe(200);
    await check();
    expect(namesOf(await list())).toEqual(['Draft.txt']);
  });
});

describe('saved searches', () => {
  test('belong to one reader, are recorded, and are limited in number', async ({ testApp }) => {
    const { owner, reader, saved, list } = await savedSearch(testApp);
    const path = `/api/saved-searches/${saved.id}`;
    for (const answer of [await owner.patch(path, { alerts: false }), await owner.delete(path)])
      expect([answer.status, answer.body.error]).toEqual([404, 'Saved search not found']);
    expect((await owner.get('/api/saved-searches')).body).toEqual([]);
    expect((await reader.patch(path, { alerts: false })).body).toMatchObject({ alerts: false });
    const foreign = await owner.folder('Private');
    expect((await reader.post('/api/saved-searches', { query: 'rent', folderId: foreign.id })).status).toBe(
      404,
    );
    for (let count = 1; count < MAX_SAVED_SEARCHES; count += 1)
      expect((await reader.post('/api/saved-searches', { query: `rent ${count}` })).status).toBe(201);
    expect((await reader.post('/api/saved-searches', { query: 'one more' })).status).toBe(409);
    expect((await reader.delete(path)).status).toBe(200);
    expect(await list()).toHaveLength(MAX_SAVED_SEARCHES - 1);
    const admin = await testApp.user({ isAdmin: true });
    const { body: events } = await admin.get('/api/admin/audit?action=saved-search.delete');
    expect(events).toMatchObject([{ details: { question: 'change of control lease' } }]);
  });
});

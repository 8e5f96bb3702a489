import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Returns what the work added to the log, as `actor action object`. */
async function actsOf(testApp: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const before = await findLastPosition(testApp);
  await work();
  return (await listAuditEvents(testApp, before)).map(({ actor, action, object }) =>
    [actor, action, object].filter(Boolean).join(' '),
  );
}

describe('recorded with the change', () => {
  test('registration, sign-in and sign-out are recorded', { tags: ['sqlite'] }, async ({ testApp }) => {
    const account = { username: 'newcomer', email: 'newcomer@example.test', password: PASSWORD };
    const credentials = { username: account.username, password: PASSWORD };
    const acts = await actsOf(testApp, async () => {
      const { body } = await testApp.anonymous.post('/api/register', account);
      expect(body.username).toBe('newcomer');
      await testApp.anonymous.post('/api/logout');
      await testApp.anonymous.post('/api/login', credentials);
      await testApp.anonymous.patch('/api/user/preferences', { defaultView: 'list' });
      await testApp.anonymous.post('/api/logout');
      await testApp.anonymous.post('/api/logout');
    });
    expect(acts).toEqual([
      expect.stringMatching(/^session\.register user \d+ newcomer$/),
      'newcomer session.sign-in',
      'newcomer session.sign-out',
      'newcomer session.sign-in',
      'newcomer user.preferences',
      'newcomer session.sign-out',
    ]);
  });

  test("every change of a folder is recorded with the folder's name at the time", async ({ testApp }) => {
    const owner = await testApp.user();
    const target = await owner.folder('Target');
    const acts = await actsOf(testApp, async () => {
      const { id } = await owner.folder('Old');
      await owner.patch(`/api/folders/${id}`, { name: 'New' });
      await owner.patch(`/api/folders/${id}`, { parentId: target.id });
      await owner.delete(`/api/folders/${id}`);
    });
    const id = target.id + 1;
    expect(acts).toEqual([
      `${owner.username} folder.create folder ${id} Old`,
      `${owner.username} folder.rename folder ${id} Old`,
      `${owner.username} folder.move folder ${id} New`,
      `${owner.username} folder.delete folder ${id} New`,
    ]);
  });

  test('every change of a file is recorded', async ({ testApp }) => {
    const owner = await testApp.user({ isAdmin: true });
    const { id: folderId } = await owner.folder();
    let thing = '';
    const acts = await actsOf(testApp, async () => {
      const { id } = await owner.file({ name: 'deed.bin' });
      thing = `file ${id} deed.bin`;
      await owner.patch(`/api/files/${id}/move`, { folderId });
      await owner.patch(`/api/files/${id}/allow-download`, { allowDownload: false });
      await owner.get(`/api/files/${id}`);
      await owner.get('/api/files');
      await owner.get(`/api/files/${id}/view`);
      await owner.get(`/api/files/${id}/download`);
      await owner.delete(`/api/files/${id}`);
    });
    expect(acts).toEqual(
      ['upload', 'move', 'allow-download', 'view', 'download', 'delete'].map(
        (action) => `${owner.username} file.${action} ${thing}`,
      ),
    );
  });

  test('a question is recorded with the files of its answer, and a rebuild of the index is recorded', async ({
    testApp,
  }) => {
    const owner = await testApp.user({ isAdmin: true });
    const { id } = await owner.file({ content: 'The curlew nests here.' });
    await testApp.finishJobs();
    await expect
      .poll(async () => (await owner.get('/api/search?query=curlew')).body.relatedDocuments.length)
      .toBe(1);
    const [act] = (await listAuditEvents(testApp)).slice(-1);
    expect(act).toMatchObject({
      action: 'search.ask',
      details: { question: 'curlew', method: 'keyword', fileIds: [id] },
    });
    expect(await actsOf(testApp, () => owner.get('/api/search?query=reindex&reindex=true'))).toEqual([
      `${owner.username} search.reindex`,
    ]);
  });
});

test('a refused change leaves no success event', async ({ testApp }) => {
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const { id } = await owner.folder();
  const acts = await actsOf(testApp, () => other.patch(`/api/folders/${id}`, { name: 'Mine' }));
  expect(acts).toEqual([`${other.username} call.refused folder ${id} `]);
});

describe('recording of downloads and views', () => {
  test('range requests are one row for ten minutes, per viewer and address', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const { id: folderId } = await owner.folder();
    await testApp.share(folderId, reader);
    const { id } = await owner.file({ folderId });
    const url = `/api/files/${id}/view`;
    const count = async (work: () => Promise<unknown>) => (await actsOf(testApp, work)).length;
    const readInPieces = () =>
      Promise.all(
        ['bytes=0-', 'bytes=1-2', 'bytes=3-', 'bytes=-1'].map((range) => reader.get(url, { range })),
      );
    expect(await count(readInPieces)).toBe(1);
    expect(await count(readInPieces)).toBe(0);
    expect(await count(() => owner.get(url))).toBe(1);
    expect(
      await count(() => reader.send({ method: 'GET', url, remoteAddress: '192.0.2.77' })),
      'elsewhere',
    ).toBe(1);
    testApp.advanceClock(10 * 60_000);
    expect(await count(readInPieces)).toBe(1);
  });

  test('the text returned with a file counts as a view', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'plain.txt' });
    const acts = await actsOf(testApp, () => owner.get(`/api/files/${id}`));
    expect(acts).toEqual([`${owner.username} file.view file ${id} plain.txt`]);
  });

  test('each download is a row, its continuation is not, and one without the first byte is', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const url = `/api/files/${(await owner.file()).id}/download`;
    const get = (range?: string) => owner.get(url, range === undefined ? {} : { range });
    const count = async (work: () => Promise<unknown>) => (await actsOf(testApp, work)).length;
    expect(await count(() => get('bytes=1-'))).toBe(1);
    expect(await count(() => get('bytes=2-'))).toBe(0);
    expect(await count(() => get())).toBe(1);
    expect(await count(() => get('bytes=0-3'))).toBe(1);
    expect(await count(() => get('bytes=4-'))).toBe(0);
    expect(await count(() => owner.send({ method: 'HEAD', url }))).toBe(0);
  });
});

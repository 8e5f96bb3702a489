import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { openTestApp, test } from '#server/testing/test-app.ts';
import { queueForIndexing } from '../reindex.ts';
import { createIndexFollower } from './index-follower.ts';

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

test('a data directory with another database returns no results of the previous one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-moved-'));
  const before = await openTestApp({ dataDir });
  await (await before.user()).file({ content: 'The nightingale price is 9 million.' });
  await before.finishJobs();
  await before.close();
  for (const name of await readdir(dataDir))
    if (name.startsWith('muniment.db') || name === 'objects')
      await rm(join(dataDir, name), { recursive: true });

  const after = await openTestApp({ dataDir });
  const unrelatedUser = await after.user();
  const file = await unrelatedUser.file({ content: 'A robin sings.' });
  await after.finishJobs();
  expect((await unrelatedUser.get(ask('nightingale'))).body.citations).toEqual([]);
  expect((await unrelatedUser.get(ask('robin'))).body.documentInfo?.fileId).toBe(file.id);
  await after.close();
  await rm(dataDir, { recursive: true });
});

test('an index ahead of a restored database is rebuilt', async () => {
  const testApp = await openTestApp();
  const { services } = testApp.server;
  const owner = await testApp.user();
  await owner.file({ content: 'A wagtail agreement' });
  await testApp.finishJobs();
  await services.searchIndex.putDocument({
    id: 4_000,
    location: { folderId: null, ownerId: owner.id },
    title: '',
    path: '',
    opening: '',
    chunks: [],
  });
  await services.searchIndex.setPosition(1_000_000);
  await createIndexFollower(services).catchUp();
  expect(await services.searchIndex.readStatistics()).toMatchObject({ documents: 1 });
  const late = await owner.file({ content: 'A late bullfinch' });
  await testApp.finishJobs();
  expect((await owner.get(ask('bullfinch'))).body.documentInfo?.fileId).toBe(late.id);
  await testApp.close();
});

test('the owners of changed files take turns, and every change is applied once', async () => {
  const testApp = await openTestApp();
  const { services } = testApp.server;
  const [busy, other] = [await testApp.user(), await testApp.user()];
  const large = [await busy.file(), await busy.file(), await busy.file()].map(({ id }) => id);
  const small = (await other.file()).id;
  for (const id of [...large, small]) await queueForIndexing(services, { fileIds: [id] });
  const put = vi.spyOn(services.searchIndex, 'putDocument');
  const follower = createIndexFollower(services);
  await follower.catchUp();
  const [first, ...following] = large;
  expect(put.mock.calls.map(([{ id }]) => id)).toEqual([first, small, ...following]);
  expect(await follower.countLag()).toBe(0);
  await testApp.close();
});

test('files of a moved folder are found at their new path without reading their texts again', async () => {
  const testApp = await openTestApp();
  const { services } = testApp.server;
  const owner = await testApp.user();
  const [archive, leases] = [await owner.folder('Quarry'), await owner.folder('Leases')];
  const file = await owner.file({ folderId: leases.id, content: 'The tenant pays a heron.' });
  await testApp.finishJobs();
  const put = vi.spyOn(services.searchIndex, 'putDocument');
  await owner.patch(`/api/folders/${leases.id}`, { parentId: archive.id });
  await testApp.finishJobs();
  expect(put).not.toHaveBeenCalled();
  expect((await owner.get(ask('quarry heron'))).body.documentInfo?.fileId).toBe(file.id);
  const administrator = await testApp.user({ isAdmin: true });
  expect((await administrator.get('/api/search?query=heron&reindex=true')).status).toBe(200);
  await testApp.finishJobs();
  expect(put.mock.calls.map(([{ id }]) => id)).toEqual([file.id]);
  await testApp.close();
});

test('files that changed meanwhile are sent together, and one that fails is sent again', async () => {
  const testApp = await openTestApp();
  const { services } = testApp.server;
  const owner = await testApp.user();
  const files = [];
  for (const bird of ['siskin', 'dunlin', 'plover'])
    files.push(await owner.file({ content: `A ${bird} sings.` }));
  const ids = files.map(({ id }) => id);
  for (const id of ids) await queueForIndexing(services, { fileIds: [id] });
  const { putDocument } = services.searchIndex;
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  const put = vi.spyOn(services.searchIndex, 'putDocument');
  put.mockImplementation(async (document) => {
    await held.promise;
    if (document.id === ids[1]) throw new Error('EIO');
    return putDocument(document);
  });
  const follower = createIndexFollower(services);
  const run = follower.catchUp();
  await vi.waitFor(() => expect(put.mock.calls.map(([{ id }]) => id)).toEqual(ids), 30_000);
  held.resolve();
  await expect(run).rejects.toThrow('EIO');
  put.mockClear();
  put.mockImplementation(putDocument);
  await follower.catchUp();
  expect(put.mock.calls.map(([{ id }]) => id)).toEqual([ids[1]]);
  expect(await follower.countLag()).toBe(0);
  await testApp.close();
});

test('attempts to update the index become rarer while they fail', async () => {
  const testApp = await openTestApp();
  const { services } = testApp.server;
  const claim = vi.spyOn(services.searchIndex, 'claimFeed').mockRejectedValue(new Error('The disk is full.'));
  const follower = createIndexFollower(services);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const before = claim.mock.calls.length;
  follower.start();
  for (let second = 0; second < 40; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    follower.wake();
  }
  expect(claim.mock.calls.length - before).toBeLessThanOrEqual(6);
  claim.mockRestore();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await follower.countLag()).toBe(0);
  await follower.stop();
  vi.useRealTimers();
  await testApp.close();
});

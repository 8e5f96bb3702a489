import { expect, onTestFinished, vi } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, test } from '#server/testing/test-app.ts';
import { queueAllForIndexing } from './reindex.ts';

/** Opens an app with a file of two versions, of which the index has the second. */
async function openReplaced() {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'deed.txt', content: 'The heron agreement costs ninety pounds.' });
  await testApp.finishJobs();
  await replace(owner, id, 'The plover agreement costs eighty pounds.');
  await testApp.finishJobs();
  return { testApp, owner, id, services: testApp.server.services };
}

const replace = (owner: TestClient, id: number, value: string) =>
  owner.form(`/api/files/${id}/versions`, [{ name: 'file', value, filename: 'deed.txt' }]);

const find = async (owner: TestClient, word: string): Promise<number[]> =>
  (await owner.get(`/api/search?query=${word}`)).body.citations.map(
    ({ fileId }: { fileId: number }) => fileId,
  );

test('files with several versions stay found while all files wait for the index', async () => {
  const { owner, id, services } = await openReplaced();
  expect(await find(owner, 'plover')).toEqual([id]);
  vi.spyOn(services.searchIndex, 'claimFeed').mockResolvedValue(false);
  await queueAllForIndexing(services);
  expect(await find(owner, 'plover')).toEqual([id]);
});

test('an index that answers with an earlier text does not show it, whatever another index has reached', async () => {
  const { testApp, owner, id, services } = await openReplaced();
  vi.spyOn(services.searchIndex, 'claimFeed').mockResolvedValue(false);
  vi.spyOn(services.searchIndex, 'readPosition').mockResolvedValue(1_000_000);
  await replace(owner, id, 'The dunlin agreement costs seventy pounds.');
  await testApp.finishJobs();
  expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
  expect(await find(owner, 'plover')).toEqual([]);
});

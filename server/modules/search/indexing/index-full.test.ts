import { expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { setIndexFull } from '../rebuild-queries.ts';
import { INDEX_FULL_REASON } from './extraction-messages.ts';

async function makeFile({ user, finishJobs }: TestApp) {
  const owner = await user();
  const { id } = await owner.file({ content: 'The rent is due.' });
  await finishJobs();
  const status = async () => {
    const { body } = await owner.get(`/api/files/${id}`);
    return [body.indexStatus, body.indexReason ?? null];
  };
  return { id, status };
}

test('a file for which the index has no room says so until there is room', async ({ testApp }) => {
  const { db } = testApp.server.services;
  const { id, status } = await makeFile(testApp);
  await setIndexFull(db, id, INDEX_FULL_REASON);
  expect(await status()).toEqual(['partly', INDEX_FULL_REASON]);
  await setIndexFull(db, id, null);
  expect(await status()).toEqual(['indexed', null]);
});

test('room in the index leaves another reason that a file got meanwhile', async ({ testApp }) => {
  const { db } = testApp.server.services;
  const { id, status } = await makeFile(testApp);
  const reason = 'Page 3 could not be read.';
  await db
    .updateTable('files')
    .set({ index_status: 'partly', index_reason: reason })
    .where('id', '=', id)
    .execute();
  for (const other of [null, INDEX_FULL_REASON, null]) {
    await setIndexFull(db, id, other);
    expect(await status()).toEqual(['partly', reason]);
  }
});

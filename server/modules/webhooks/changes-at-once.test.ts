import { expect } from 'vitest';
import { testInParallel as test } from '#server/testing/test-app.ts';
import { whileLocked } from '#server/testing/while-tree-changes.ts';

test('two changes of a webhook at once both count', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const fields = { url: 'https://93.184.215.14/hook', events: ['file.upload'], folderId: folder.id };
  const { id } = (await owner.post('/api/webhooks', fields)).body;
  const { status, body } = await whileLocked(
    testApp,
    'users',
    (other) => other.updateTable('webhooks').set({ disabled_at: 1 }).where('id', '=', id).execute(),
    () => owner.patch(`/api/webhooks/${id}`, { events: ['file.delete'] }),
  );
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ events: ['file.delete'], isEnabled: false }),
  ]);
});

import { expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { whileTreeChanges } from '#server/testing/while-tree-changes.ts';

const INSTANT = 1_000;

/** Sends a request while another process deletes a folder with its files. */
const whileFolderIsDeleted = <T>(testApp: TestApp, id: number, ask: () => Promise<T>): Promise<T> =>
  whileTreeChanges(
    testApp,
    async (other) => {
      await other.updateTable('folders').set({ deleted_at: INSTANT }).where('id', '=', id).execute();
      await other.updateTable('files').set({ deleted_at: INSTANT }).where('folder_id', '=', id).execute();
    },
    ask,
  );

test('a folder that is deleted meanwhile is not renamed', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.folder('Before');
  const answer = await whileFolderIsDeleted(testApp, id, () =>
    owner.patch(`/api/folders/${id}`, { name: 'After' }),
  );
  expect(answer.status).toBe(404);
});

type Ask = (owner: Awaited<ReturnType<TestApp['user']>>, fileId: number) => Promise<{ status: number }>;

test.for<[string, Ask]>([
  ['deleted by itself', (owner, id) => owner.delete(`/api/files/${id}`)],
  [
    'deleted with others',
    (owner, id) =>
      owner.send({
        method: 'DELETE',
        url: '/api/files/bulk',
        payload: JSON.stringify({ fileIds: [id] }),
        headers: { 'content-type': 'application/json' },
      }),
  ],
  ['moved', (owner, id) => owner.post('/api/files/bulk/move', { fileIds: [id], folderId: null })],
  ['renamed', (owner, id) => owner.patch(`/api/files/${id}`, { name: 'after.txt' })],
])(
  'a file that is %s while its folder is deleted keeps the folder’s time of deletion',
  async ([_how, ask], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const file = await owner.file({ folderId: id });
    await testApp.finishJobs();
    const answer = await whileFolderIsDeleted(testApp, id, () => ask(owner, file.id));
    expect(answer.status).toBe(404);
    const row = await testApp.server.services.db
      .selectFrom('files')
      .select(['deleted_at', 'folder_id', 'name'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ deleted_at: INSTANT, folder_id: id, name: file.name });
  },
);

import { expect, onTestFinished, test, vi } from 'vitest';
import type { Block } from '#server/engines/documents/document-engine.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { findFile } from '../queries.ts';
import { storeText } from './store-text.ts';

test('a stored text lets workers look only for the jobs that it added', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { services } = testApp.server;
  const owner = await testApp.user();
  const room = await owner.folder('Room');
  await owner.post('/api/rooms', { folderId: room.id });
  await owner.post(`/api/rooms/${room.id}/groups`, { name: 'Bidders' });
  const store = async (folderId?: number) => {
    const { id } = await owner.file({ content: 'A lease.', ...(folderId !== undefined && { folderId }) });
    const file = await findFile(services.db, id);
    if (!file) throw new Error('The file is missing');
    const wakeJobs = vi.fn<typeof services.wakeJobs>();
    const block: Block = { kind: 'paragraph', text: 'A lease.', headings: [], start: 0, end: 8 };
    await storeText({ ...services, wakeJobs }, file, { status: 'indexed', reason: null, blocks: [block] });
    return wakeJobs.mock.calls;
  };
  expect(await store()).toEqual([]);
  expect(await store(room.id)).toEqual([[['file.text_stored']]]);
});

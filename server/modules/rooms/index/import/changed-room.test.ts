import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

test('an index is not applied when it would change something else than its preview', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.folder('Deal');
  await owner.post('/api/rooms', { folderId: id });
  const finance = await owner.folder('Finance', id);
  const send = (apply: boolean, version?: string) =>
    owner.form(`/api/rooms/${id}/index`, [
      { name: 'apply', value: String(apply) },
      ...(version === undefined ? [] : [{ name: 'version', value: version }]),
      { name: 'file', value: 'Number,Name\n1,Financials', filename: 'index.csv' },
    ]);
  const listNames = async () =>
    (await owner.get(`/api/folders/${id}/entries`)).body.map(({ name }: { name: string }) => name);

  const { version } = (await send(false)).body;
  const board = await owner.folder('Board', id);
  const before = { kind: 'folder', id: finance.id };
  await owner.patch(`/api/folders/${id}/order`, { kind: 'folder', id: board.id, before });
  const refused = await send(true, version);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The room has changed since the preview. Look at the changes again.',
  ]);
  expect(await listNames()).toEqual(['Board', 'Finance']);

  const again = (await send(false)).body;
  expect(again.renamed).toEqual([{ line: 2, number: '1', from: 'Board', to: 'Financials' }]);
  await owner.folder('Tax', id);
  expect((await send(true, again.version)).status).toBe(200);
  expect((await listNames()).toSorted()).toEqual(['Finance', 'Financials', 'Tax']);
});

import { expect } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { download, makeArchive, openEntries } from './testing/take-archive.ts';

interface LogRow {
  readonly action: string;
  readonly object_kind: string;
  readonly object_id: number;
}

test('the log of a room contains the entries of what was permanently deleted, and none of what people searched for', async ({
  testApp,
}) => {
  const { owner, root, inner } = await openRoom(testApp);
  const other = await owner.folder('Elsewhere');
  const gone = await owner.file({ folderId: inner.id, name: 'gone.txt' });
  const outside = await owner.file({ folderId: other.id, name: 'outside.txt' });
  for (const { id } of [gone, outside]) {
    expect((await owner.delete(`/api/files/${id}`)).status).toBe(200);
    expect((await owner.delete(`/api/trash/files/${id}`)).status).toBe(200);
  }
  await owner.get(`/api/search?query=price of the quetzal&folderId=${inner.id}`);
  const entries = await openEntries(await download(owner, await makeArchive(testApp, owner, root.id)));
  const log = entries.get('evidence/audit-log.jsonl')?.toString() ?? '';
  const rows = log
    .trim()
    .split('\n')
    .map((line): LogRow => JSON.parse(line));
  const actionsOn = (id: number) =>
    rows.flatMap(({ action, object_kind, object_id }) =>
      object_kind === 'file' && object_id === id ? action : [],
    );
  expect(actionsOn(gone.id)).toEqual(['file.upload', 'file.delete', 'file.purge']);
  expect(actionsOn(outside.id)).toEqual([]);
  expect(log).not.toContain('quetzal');
});

import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { openOldRoom, plantViews } from './testing/simulated-room.ts';

test('the time of folders that are not listed is in a row of its own', async ({ testApp }) => {
  const { owner, inner, deep, file, groups, url } = await openOldRoom(testApp, 1, 1);
  const { db, now } = testApp.server.services;
  const folder = { parent_id: inner.id, owner_id: owner.id, created_at: now() };
  const added = Array.from({ length: 500 }, (_, at) => ({ ...folder, name: `Folder ${at}` }));
  await db.insertInto('folders').values(added).execute();
  const last = await owner.folder('Last', inner.id);
  const below = await owner.file({ folderId: (await owner.folder('Below', last.id)).id });
  const view = { viewer: 'g0-p0@example.test', at: now() };
  await plantViews(testApp, [
    { ...view, fileId: file.id, pages: { 1: 1_000 } },
    { ...view, fileId: below.id, pages: { 1: 2_000 } },
  ]);
  const { folders } = (await owner.get(`${url}/heatmap?folderId=${inner.id}`)).body;
  const cell = { groupId: groups[0]?.id, viewers: 1 };
  expect([folders.length, folders[0].id]).toEqual([502, deep.id]);
  expect(folders.slice(500)).toEqual([
    { id: null, name: 'Further folders', cells: [{ ...cell, ms: 2_000 }] },
    { id: null, name: 'Documents outside these folders', cells: [{ ...cell, ms: 1_000 }] },
  ]);
});

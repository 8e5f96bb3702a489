import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { File } from '#shared/contracts/files.ts';

const HOUR_MS = 3_600_000;

const newIn = async (person: TestClient, query = ''): Promise<string[]> => {
  const files: File[] = (await person.get(`/api/files${query}`)).body;
  return files.filter(({ isNew }) => isNew).map(({ name }) => name);
};
const visit = (person: TestClient, query = '') => person.get(`/api/changes${query}`);

test('files that others added since the last visit are new in lists', async ({ testApp }) => {
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, other);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  await owner.file({ name: 'Before.txt', folderId: folder.id });
  for (const person of [owner, other, visitor]) await visit(person);
  testApp.advanceClock(HOUR_MS);
  await owner.file({ name: 'After.txt', folderId: folder.id });
  await other.file({ name: 'Own.txt', folderId: folder.id });
  expect(await newIn(other)).toEqual(['After.txt']);
  expect(await newIn(other, `?folderId=${folder.id}`)).toEqual(['After.txt']);
  expect(await newIn(visitor, `?folderId=${folder.id}`)).toEqual(['Own.txt', 'After.txt']);
  expect(await newIn(owner)).toEqual(['Own.txt']);
  const [{ position }] = (await visit(other)).body;
  await other.post('/api/changes/seen', { position });
  expect(await newIn(other)).toEqual([]);
  // Nothing is new for people who have never visited.
  const late = await testApp.user();
  await testApp.share(folder.id, late);
  expect(await newIn(late)).toEqual([]);
});

test('a draft is new to a group when it is published, and not to the staff again', async ({ testApp }) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  const [member, editor] = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email);
  await testApp.share(root.id, editor);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await owner.file({ name: 'Draft.txt', folderId: inner.id });
  for (const person of [member, editor]) await visit(person);
  testApp.advanceClock(HOUR_MS);
  for (const person of [member, editor]) await visit(person);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  expect(await newIn(member, `?folderId=${inner.id}`)).toContain('Draft.txt');
  expect(await newIn(editor, `?folderId=${inner.id}`)).toEqual([]);
});

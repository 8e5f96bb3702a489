import { expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { openOldRoom } from '../testing/simulated-room.ts';

test('managers see the words of searches only where the room records them, and only those since', async ({
  testApp,
}) => {
  const { owner, groups, url } = await openOldRoom(testApp, 2, 0);
  const [member, editor] = [await testApp.user(), await testApp.user()];
  const [first, second] = groups;
  if (!first || !second) throw new Error('There are two groups');
  await addMembers(owner, second, member.email);
  await owner.post('/api/invitations', {
    email: editor.email,
    role: 'collaborator',
    folderIds: [Number(url.split('/').at(-1))],
  });
  const ask = (who: typeof member, query: string) =>
    who.get(`/api/search?query=${encodeURIComponent(query)}`);
  const words = async (query = '') => {
    const { status, body } = await owner.get(`${url}/analytics/searches${query}`);
    return status === 200
      ? body.map((row: { words: string; searches: number; unanswered: number }) => [
          row.words,
          row.searches,
          row.unanswered,
        ])
      : [status, body.error];
  };
  await ask(member, 'asked before');
  expect(await words()).toEqual([403, 'This room does not record the words of searches.']);
  testApp.advanceClock(1_000);
  const record = (recordSearchWords: boolean) =>
    owner.patch(url, { settings: { analytics: { recordSearchWords } } });
  expect((await record(true)).body.settings.analytics).toMatchObject({ recordSearchWords: true });
  await ask(member, 'pending  litigation');
  await ask(member, 'Pending litigation');
  await ask(member, 'call zoe@example.test, "roomId":1,');
  await ask(owner, 'of the staff');
  expect(await words()).toEqual([
    ['Pending litigation', 2, 2],
    ['call zoe@example.test, "roomId":1,', 1, 1],
  ]);
  expect(await words('?limit=1&cursor=1')).toEqual([['call zoe@example.test, "roomId":1,', 1, 1]]);
  expect(await words(`?groupId=${first.id}`)).toEqual([]);
  expect(await words(`?groupId=${second.id}`)).toHaveLength(2);
  expect(await words('?from=2020-01-01&to=2020-01-02')).toEqual([]);
  expect((await member.get(`${url}/analytics/searches`)).status).toBe(404);
  // Switched off and on again, it begins anew.
  await record(false);
  testApp.advanceClock(1_000);
  expect(await words()).toEqual([403, 'This room does not record the words of searches.']);
  await record(true);
  expect(await words()).toEqual([]);
});

test('a question over more than the room does not count for it', async ({ testApp }) => {
  const { owner, groups, url } = await openOldRoom(testApp, 2, 0);
  const [group] = groups;
  const elsewhere = await openRoom(testApp);
  if (!group) throw new Error('There are two groups');
  await owner.patch(url, { settings: { analytics: { recordSearchWords: true } } });
  testApp.advanceClock(1_000);
  const [withFolder, withFile, editor, both, member] = [
    await testApp.user(),
    await testApp.user(),
    await testApp.user(),
    await testApp.user(),
    await testApp.user(),
  ];
  await withFolder.folder('Own');
  await withFile.file();
  await testApp.share((await owner.folder('Not of the room')).id, editor);
  await addMembers(elsewhere.owner, elsewhere.group, both.email);
  await grant(elsewhere.owner, elsewhere.root.id, {
    folder: elsewhere.inner,
    group: elsewhere.group,
    level: 'view',
  });
  const everybody = [withFolder, withFile, editor, both, member];
  await addMembers(owner, group, ...everybody.map(({ email }) => email));
  const ask = (who: typeof member, words: string, inFolder = '') =>
    who.get(`/api/search?query=${words}${inFolder}`);
  for (const [at, who] of everybody.entries()) expect((await ask(who, `price${at}`)).status).toBe(200);
  const searches = async () =>
    (await owner.get(`${url}/analytics/searches`)).body.map(({ words }: { words: string }) => words);
  expect(await searches()).toEqual(['price4']);
  // In a folder of the room nothing else is searched.
  const [folder] = (await withFolder.get('/api/folders')).body.filter(
    ({ name }: { name: string }) => name !== 'Own',
  );
  await ask(withFolder, 'covenants', `&folderId=${folder.id}`);
  expect((await searches()).toSorted()).toEqual(['covenants', 'price4']);
});

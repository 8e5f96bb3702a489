import { describe, expect } from 'vitest';
import { putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { mail, openDrafts } from '../../testing/drafted-room.ts';

/** A room in which two drafts of versions of one file wait for no publication, as after one of theirs was canceled. */
async function openTwoVersions(testApp: TestApp) {
  const room = await openDrafts(testApp);
  const { owner, seen, schedule, lastChange } = room;
  const addDraft = async (name: string): Promise<number> => {
    const { status } = await owner.form(`/api/files/${seen.id}/versions`, [
      { name: 'draft', value: 'true' },
      { name: 'file', value: `Mail ${name}@falcon.test.`, filename: 'seen.txt' },
    ]);
    expect(status).toBe(201);
    await testApp.finishJobs();
    return lastChange();
  };
  const older = await addDraft('older');
  const waiting = await schedule({ changeIds: [older] });
  const newer = await addDraft('newer');
  expect((await owner.delete(`/api/publications/${waiting.id}`)).status).toBe(200);
  return { ...room, older, newer };
}

describe('drafted versions', () => {
  test('are all covered that members will be able to open', async ({ testApp }) => {
    const { owner, group, older, newer, check, found, findingsOf, schedule } = await openTwoVersions(testApp);
    await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
    const both = ['newer version seen.txt', 'older version seen.txt'];
    const path = await check({ changeIds: [older, newer] });
    expect(await found(path)).toEqual(both);
    const everything = await found(await check(undefined, { includeDrafts: true }));
    expect(everything).toEqual(
      expect.arrayContaining(both.map((line) => line.replace('version seen.txt', 'undefined undefined'))),
    );
    for (const { id } of await findingsOf(path))
      await owner.post(`${path}/findings/${id}`, { decision: 'accept', reason: 'Known' });
    const { db } = testApp.server.services;
    expect((await owner.get(path)).body).toMatchObject({ isOutOfDate: false, draftedVersions: 2 });
    await db.deleteFrom('exposure_versions').where('version', '=', 2).execute();
    expect((await owner.get(path)).body.isOutOfDate).toBe(true);
    expect((await owner.post(`${path}/sign-off`)).body.error).toBe(
      'The documents of this group have changed since the check. Run it again.',
    );
    await schedule({ changeIds: [newer] });
    expect(await found(await check({ changeIds: [older] }))).toContain('older version seen.txt');
  });

  test('do not wait for the current version, which is not covered', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, seen, newer, check, found } = await openTwoVersions(testApp);
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ index_status: 'pending' }).where('id', '=', seen.id).execute();
    const path = await check({ changeIds: [newer] });
    expect(await found(path)).toEqual(['newer version seen.txt']);
    expect((await owner.get(path)).body).toMatchObject({ state: 'done', notIndexed: 0, unread: 0 });
  });
});

test('questions are asked of what the drafts show, beside many published documents', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, url, inner, one, check, findingsOf } = await openDrafts(testApp);
  await owner.patch(url, { settings: { draftUploads: false } });
  // More than a search returns.
  for (let at = 0; at < 35; at += 1)
    await owner.file({
      name: `known ${at}.txt`,
      content: `Whom to mail? Whom to mail: mail ${at}@known.test.`,
      folderId: inner.id,
    });
  const question = 'Whom to mail?';
  await putJson(owner, `${url}/exposure-settings`, { names: [], questions: [question] });
  await testApp.finishJobs();
  const path = await check({ fileIds: [one.id] });
  const answers = (await findingsOf(path)).filter(({ kind }) => kind === 'answer');
  expect(answers).toMatchObject([{ fileId: one.id, draft: { kind: 'file', name: 'one.txt' } }]);
  expect((await owner.get(path)).body.questions).toEqual([{ question, documents: 1 }]);
});

describe('beside what is scheduled', () => {
  test('a folder that a move will bring is shown by the draft above it', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, url, root, group, board, check, found, schedule, levelLater, lastChange } =
      await openDrafts(testApp);
    await owner.patch(url, { settings: { draftUploads: false } });
    const hidden = await owner.folder('Hidden', root.id);
    await owner.patch(`/api/folders/${board.id}`, { parentId: hidden.id, draft: true });
    await schedule({ changeIds: [await lastChange()] });
    const level = await levelLater(hidden, group.id);
    expect(await found(await check({ changeIds: [level] }))).toEqual(['secret level Hidden']);
  });

  test('the name of a folder that a move will take away names its draft', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, url, board, folder, check, findingsOf, schedule, lastChange } = await openDrafts(testApp);
    await owner.patch(url, { settings: { draftUploads: false } });
    const below = await owner.folder('Falcon', folder.id);
    await owner.patch(`/api/folders/${below.id}`, { parentId: board.id, draft: true });
    await schedule({ changeIds: [await lastChange()] });
    await putJson(owner, `${url}/exposure-settings`, { names: ['Falcon'], questions: [] });
    const findings = await findingsOf(await check({ folderIds: [folder.id] }));
    expect(findings.filter(({ kind }) => kind === 'folder-name')).toMatchObject([
      { folderId: below.id, draft: { kind: 'folder', name: 'New' } },
    ]);
  });

  test('a level that is scheduled shows what newer drafts hide until then', async ({ testApp }) => {
    const { owner, root, url, group, board, check, found, findingsOf, ...room } = await openDrafts(testApp);
    await room.schedule({ changeIds: [await room.levelLater(board, group.id)] });
    const { id } = await owner.file({ ...mail('late'), folderId: board.id });
    const { version } = await rowOf(owner, root.id, root.id, board.id);
    const cell = { kind: 'folder', id: board.id, groupId: group.id, level: 'none', version };
    expect((await owner.patch(`${url}/permissions`, { cells: [cell], draft: true })).status).toBe(200);
    await testApp.finishJobs();
    const changeIds = [await room.lastChange()];
    expect(await found(await check({ fileIds: [id], changeIds }))).toContain('late file late.txt');
    const all = await findingsOf(await check(undefined, { includeDrafts: true }));
    expect(all.filter(({ fileId }) => fileId === id)).toHaveLength(1);
  });

  test('what waits in a scheduled folder is covered', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { folder, inside, check, found, schedule } = await openDrafts(testApp);
    await schedule({ folderIds: [folder.id] });
    expect(await found(await check({ fileIds: [inside.id] }))).toEqual(['inside file inside.txt']);
  });
});

test('of the decisions on a finding the last counts, in whichever check it was taken', async ({
  testApp,
}) => {
  const { owner, one, check, findingsOf } = await openDrafts(testApp);
  const checkAll = () => check(undefined, { includeDrafts: true });
  const findingOf = async (path: string) => {
    const finding = (await findingsOf(path)).find(({ fileId }) => fileId === one.id);
    return finding ?? expect.fail('The finding is gone');
  };
  const decide = async (path: string, decision: 'accept' | 'lower') => {
    testApp.advanceClock(1_000);
    const { id } = await findingOf(path);
    expect((await owner.post(`${path}/findings/${id}`, { decision, reason: decision })).status).toBe(200);
    testApp.advanceClock(1_000);
  };
  const selected = await check({ fileIds: [one.id] });
  await decide(selected, 'accept');
  const full = await checkAll();
  expect((await findingOf(full)).decision).toBe('accept');
  await decide(full, 'lower');
  // Access was to be lowered, and is not: the finding is decided anew, also in the checks after that.
  expect((await findingOf(await checkAll())).decision).toBeNull();
  const last = await checkAll();
  expect((await findingOf(last)).decision).toBeNull();
  await decide(last, 'lower');
  await decide(selected, 'accept');
  expect((await findingOf(await checkAll())).decision).toBe('accept');
});

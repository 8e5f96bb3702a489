import { describe, expect } from 'vitest';
import { putJson, rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { mail, openDrafts } from '../../testing/drafted-room.ts';
import { openStrict } from '../../testing/strict-room.ts';
import { runCheck } from '../run-check.ts';

const CHANGED =
  'A selected draft has changed since the check, or is no draft any more. Check the drafts again.';

const REPLACED =
  'A newer check of this group replaces this one. Decide its findings and sign it off instead.';

describe('a check of selected drafts', () => {
  test('covers what these show, as if the others were not published', async ({ testApp }) => {
    const { owner, one, two, folder, inside, check, found, checks } = await openDrafts(testApp);
    const path = await check({ fileIds: [two.id] });
    expect(await found(path)).toEqual(['two file two.txt']);
    const selection = { folders: 0, files: 1, changes: 0, names: ['two.txt'] };
    expect((await owner.get(path)).body).toMatchObject({
      ...{ state: 'done', documents: 1, newFindings: 1, isOutOfDate: false, draftedChanges: 0 },
      ...{ includesDrafts: false, isNewest: true },
      selection,
    });
    const several = await check({ fileIds: [one.id, inside.id], folderIds: [folder.id] });
    expect(await found(several)).toEqual(['inside file inside.txt', 'one file one.txt']);
    const { bytes } = await owner.get(`${several}/export`);
    expect(bytes.toString()).toContain('new file inside.txt');
    await check(undefined);
    expect((await owner.get(checks)).body).toMatchObject([
      { selection: null },
      { selection: { folders: 1, files: 2, names: ['New', 'one.txt', 'inside.txt'] } },
    ]);
  });

  test('covers what moves, levels of the group and versions show', async ({ testApp }) => {
    const { owner, inner, deep, board, seen, secret, group, url, ...room } = await openDrafts(testApp);
    const { check, found, lastChange, levelLater } = room;
    const level = await levelLater(board, group.id);
    expect(await found(await check({ changeIds: [level] }))).toEqual(['secret level Board']);
    const other = (await owner.post(`${url}/groups`, { name: 'Bidder B' })).body;
    const ofOther = await levelLater(board, other.id);
    expect(await found(await check({ changeIds: [ofOther] }))).toEqual([]);
    expect(
      (await owner.patch(`/api/files/${secret.id}/move`, { folderId: deep.id, draft: true })).status,
    ).toBe(200);
    const move = await lastChange();
    expect(await found(await check({ changeIds: [move] }))).toEqual(['secret move secret.txt']);
    expect((await owner.patch(`/api/folders/${board.id}`, { parentId: inner.id, draft: true })).status).toBe(
      200,
    );
    expect(await found(await check({ changeIds: [await lastChange()] }))).toEqual(['secret move Board']);
    const version = [
      { name: 'draft', value: 'true' },
      { name: 'file', value: 'Mail next@falcon.test.', filename: 'seen.txt' },
    ];
    expect((await owner.form(`/api/files/${seen.id}/versions`, version)).status).toBe(201);
    // Leaves out the version that the group reads already.
    const path = await check({ changeIds: [await lastChange()] });
    expect(await found(path)).toEqual(['next version seen.txt']);
    expect((await owner.get(path)).body).toMatchObject({ documents: 1, draftedVersions: 1 });
  });

  test('finds names of folders that the group does not read without them', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, url, inner, folder, inside, check, findingsOf } = await openDrafts(testApp);
    await owner.patch(`/api/folders/${folder.id}`, { name: 'Falcon files' });
    await owner.patch(`/api/folders/${inner.id}`, { name: 'Falcon finance' });
    await putJson(owner, `${url}/exposure-settings`, { names: ['Falcon'], questions: ['Whom to mail?'] });
    await testApp.finishJobs();
    const path = await check({ folderIds: [folder.id], fileIds: [inside.id] });
    const kinds = ['email', 'name', 'folder-name', 'answer'];
    const findings = (await findingsOf(path)).filter(({ kind }) => kinds.includes(kind));
    expect(findings.find(({ kind }) => kind === 'folder-name')).toMatchObject({
      folderId: folder.id,
      draft: { kind: 'folder', entryKind: 'folder', name: 'Falcon files' },
    });
    expect(findings.filter(({ kind }) => kind === 'folder-name')).toHaveLength(1);
    const files = new Set(findings.flatMap(({ fileId }) => fileId ?? []));
    expect([...files]).toEqual([inside.id]);
    expect(findings.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
    expect((await owner.get(path)).body).toMatchObject({ isOutOfDate: false });
    await putJson(owner, `${url}/exposure-settings`, { names: ['Falcon', 'files'], questions: [] });
    expect((await owner.get(path)).body).toMatchObject({ isOutOfDate: true });
  });

  test('covers what a scheduled publication will take away', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, url, inner, root, one, group, schedule, ...room } = await openDrafts(testApp);
    const { check, found, lastChange } = room;
    const { version } = await rowOf(owner, root.id, root.id, inner.id);
    const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'none', version };
    await owner.patch(`${url}/permissions`, { cells: [cell], draft: true });
    await schedule({ changeIds: [await lastChange()] });
    expect(await found(await check({ fileIds: [one.id] }))).toEqual(['one file one.txt']);
  });

  test('is out of date once one of them changes, and is not signed off then', async ({ testApp }) => {
    const { owner, url, one, two, folder, check, findingsOf } = await openDrafts(testApp);
    const isOutOfDate = async (path: string) => (await owner.get(path)).body.isOutOfDate;
    const signOff = async (path: string) => {
      for (const { id } of await findingsOf(path))
        await owner.post(`${path}/findings/${id}`, { decision: 'accept', reason: 'Known' });
      const { status, body } = await owner.post(`${path}/sign-off`);
      return [status, body.error];
    };
    const path = await check({ fileIds: [one.id] });
    await owner.patch(`/api/files/${two.id}`, { name: 'renamed.txt' });
    expect(await isOutOfDate(path)).toBe(false);
    await owner.patch(`/api/files/${one.id}`, { name: 'other.txt' });
    expect([await isOutOfDate(path), await signOff(path)]).toEqual([true, [409, CHANGED]]);
    const signed = await check({ fileIds: [one.id] });
    expect([await isOutOfDate(signed), await signOff(signed)]).toEqual([false, [200, undefined]]);
    const published = await check({ fileIds: [one.id] });
    expect((await owner.post(`${url}/publications`, { selection: { fileIds: [one.id] } })).status).toBe(201);
    expect([await isOutOfDate(published), await signOff(published)]).toEqual([true, [409, CHANGED]]);
    // A published file in a selected folder is shown by it.
    const last = await check({ folderIds: [folder.id] });
    await owner.patch(url, { settings: { draftUploads: false } });
    await owner.file({ ...mail('late'), folderId: folder.id });
    await testApp.finishJobs();
    expect(await isOutOfDate(last)).toBe(true);
  });

  test('is validated as its publication is', async ({ testApp }) => {
    const { owner, checks, one, inside, seen, folder, draftsOf, start } = await openDrafts(testApp);
    const other = await openDrafts(testApp);
    const refusal = async (selection: object, more?: object) => {
      const { status, body } = await start(selection, more);
      return [status, body.error];
    };
    const missing = [404, 'A selected draft could not be found. Select the drafts again.'];
    for (const selection of [{ fileIds: [seen.id] }, { fileIds: [other.one.id] }, { changeIds: [999] }])
      expect(await refusal(selection)).toEqual(missing);
    expect((await refusal({ fileIds: [inside.id] }))[1]).toContain('Select the folder “New” too.');
    for (const selection of [{}, { fileIds: Array.from({ length: 1_001 }, (_, at) => at + 1) }])
      expect((await refusal(selection))[0]).toBe(400);
    expect((await refusal({ fileIds: [one.id] }, { includeDrafts: true }))[0]).toBe(400);
    const { version } = await draftsOf();
    expect((await owner.post(checks, { version })).status).toBe(400);
    await other.owner.get('/api/folders');
    expect((await refusal({ folderIds: [folder.id] }, { version: `${version}0` }))[0]).toBe(409);
    expect((await refusal({ folderIds: [folder.id] }, { version }))[0]).toBe(202);
  });

  test('is refused below a folder that waits for an approval', async ({ testApp }) => {
    const { owner, second, inner, group, request, decide } = await openStrict(testApp);
    const folder = await owner.folder('New', inner.id);
    const waiting = await request({ selection: { folderIds: [folder.id] } });
    const { id } = await owner.file({ ...mail('late'), folderId: folder.id });
    await testApp.finishJobs();
    const start = () =>
      owner.post(`/api/groups/${group.id}/exposure-checks`, { selection: { fileIds: [id] } });
    const refused = await start();
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The folder “New” waits for another publication, before which groups see nothing in there. Publish what is in there afterwards, or cancel the other publication.',
    ]);
    expect((await decide(second, waiting)).status).toBe(200);
    expect((await start()).status).toBe(202);
  });

  test('is for managers, and its drafts are named to those who see them', async ({ testApp }) => {
    const { owner, url, root, one, start, check, checks } = await openDrafts(testApp);
    const [editor, unrelated, admin] = [
      await testApp.user(),
      await testApp.user(),
      await testApp.user({ isAdmin: true }),
    ];
    await testApp.share(root.id, editor);
    await owner.patch(url, { settings: { administratorsCanRead: false } });
    const path = await check({ fileIds: [one.id] });
    const selection = { fileIds: [one.id] };
    for (const [client, status] of [
      [editor, 403],
      [unrelated, 404],
      [admin, 404],
    ] as const)
      expect((await start(selection, {}, client)).status).toBe(status);
    for (const client of [unrelated, admin])
      expect([(await client.get(path)).status, (await client.get(checks)).status]).toEqual([404, 404]);
    expect((await editor.get(path)).body.selection.names).toEqual(['one.txt']);
    await owner.delete(`/api/files/${one.id}`);
    expect((await editor.get(path)).body.selection).toMatchObject({ files: 1, names: [] });
  });

  test('can run again after it was interrupted', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, one, two, check, found } = await openDrafts(testApp);
    const path = await check({ fileIds: [one.id, two.id] });
    const before = await found(path);
    const { services } = testApp.server;
    const id = Number(path.split('/').at(-1));
    await services.db.updateTable('exposure_checks').set({ state: 'running' }).where('id', '=', id).execute();
    await runCheck(services, id, { signal: new AbortController().signal });
    expect([await found(path), (await owner.get(path)).body.documents]).toEqual([before, 2]);
  });
});

test('decisions on everything outlive a check of selected drafts, and checks end with their group', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, group, one, check, findingsOf } = await openDrafts(testApp);
  const full = await check(undefined);
  for (const { id } of await findingsOf(full))
    await owner.post(`${full}/findings/${id}`, { decision: 'accept', reason: 'Known' });
  const selected = await check({ fileIds: [one.id] });
  await check({ fileIds: [one.id] });
  // Only a newer check of its kind replaces one.
  const isNewest = async (path: string) => (await owner.get(path)).body.isNewest;
  expect([await isNewest(full), await isNewest(selected)]).toEqual([true, false]);
  const [finding] = await findingsOf(selected);
  const decided = await owner.post(`${selected}/findings/${finding?.id}`, { decision: 'lower' });
  for (const { status, body } of [decided, await owner.post(`${selected}/sign-off`)])
    expect([status, body.error]).toEqual([409, REPLACED]);
  expect((await owner.get(await check(undefined))).body).toMatchObject({ undecided: 0 });
  expect((await owner.get(selected)).status).toBe(404);
  const { db } = testApp.server.services;
  const checks = await db
    .selectFrom('exposure_checks')
    .select('id')
    .where('group_id', '=', group.id)
    .execute();
  const ids = checks.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  await db.deleteFrom('room_groups').where('id', '=', group.id).execute();
  const left = db.selectFrom('exposure_drafts').selectAll().where('check_id', 'in', ids);
  expect(await left.execute()).toEqual([]);
});

test('decisions outlive a check that failed', { tags: ['sqlite'] }, async ({ testApp }) => {
  const { owner, one, check, findingsOf } = await openDrafts(testApp);
  const full = await check(undefined);
  for (const { id } of await findingsOf(full))
    await owner.post(`${full}/findings/${id}`, { decision: 'accept', reason: 'Known' });
  const failed = Number((await check(undefined)).split('/').at(-1));
  const { db } = testApp.server.services;
  await db.updateTable('exposure_checks').set({ state: 'failed' }).where('id', '=', failed).execute();
  // Nothing can be decided in the one that failed.
  const [{ id } = expect.fail('Nothing was found')] = await findingsOf(full);
  const decision = { decision: 'accept', reason: 'Known too' };
  expect((await owner.post(`${full}/findings/${id}`, decision)).status).toBe(200);
  await check({ fileIds: [one.id] });
  expect((await owner.get(await check(undefined))).body).toMatchObject({ findings: 1, undecided: 0 });
});

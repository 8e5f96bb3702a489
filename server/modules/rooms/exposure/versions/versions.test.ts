import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';

/** A room whose group sees a file that was replaced before and after it was published. */
async function openVersionedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, { names: ['Falcon'], questions: [] });
  const { id } = await owner.file({ folderId: inner.id, content: 'Mail unshown@draft.test.' });
  const replace = async (content: string, isDraft = false) => {
    const { status } = await owner.form(`/api/files/${id}/versions`, [
      ...(isDraft ? [{ name: 'draft', value: 'true' }] : []),
      { name: 'file', value: content, filename: 'note.txt' },
    ]);
    expect(status).toBe(201);
    testApp.advanceClock(1_000);
  };
  await replace('Mail shown@old.test, says Falcon.');
  expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
  testApp.advanceClock(1_000);
  await replace('Mail withdrawn@old.test.');
  await replace('Mail now@new.test.');
  await owner.post(`/api/files/${id}/versions/3/withdraw`, { reason: 'Wrong' });
  await testApp.finishJobs();
  const check = async (body: object = {}) => {
    const answer = await owner.post(`/api/groups/${group.id}/exposure-checks`, body);
    expect(answer.status).toBe(202);
    await testApp.finishJobs();
    return `/api/exposure-checks/${answer.body.id}`;
  };
  const signOff = async (path: string) => {
    const { status, body } = await owner.post(`${path}/sign-off`);
    return [status, body.error ?? 'signed'];
  };
  const accept = async (path: string) => {
    for (const { id: finding, decision } of await findingsOf(owner, path))
      if (decision === null)
        await owner.post(`${path}/findings/${finding}`, { decision: 'accept', reason: 'Known' });
  };
  return { ...room, id, replace, check, signOff, accept };
}

const findingsOf = async (client: TestClient, path: string): Promise<ExposureFinding[]> =>
  (await client.get(`${path}/findings`)).body;

const brief = (findings: readonly ExposureFinding[]) =>
  findings
    .map(
      ({ version, versionState, text, isNew }) =>
        `${version} ${versionState} ${text?.found}${isNew ? ' new' : ''}`,
    )
    .toSorted();

const CHANGED = 'The documents of this group have changed since the check. Run it again.';
const NOW = '4 current now@new.test new';
const EARLIER = ['2 earlier Falcon new', '2 earlier shown@old.test new'];
const DRAFTED = ['5 draft +49 30 901820 new', '5 draft Falcon new'];

test('a check reads the earlier versions that members may open, and no others', async ({ testApp }) => {
  const { owner, group, id, check, signOff, accept, replace } = await openVersionedRoom(testApp);
  const without = await check();
  expect(brief(await findingsOf(owner, without))).toEqual([NOW]);
  await accept(without);
  // Members may open more now than the check read.
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  expect(await signOff(without)).toEqual([409, CHANGED]);
  // As if the version had been replaced before its text was read.
  const { db } = testApp.server.services;
  await db.deleteFrom('content_findings').where('version', '=', 2).execute();
  await db.deleteFrom('content_scans').where('version', '=', 2).execute();
  await db
    .updateTable('file_versions')
    .set({ text_blob_key: null, index_status: 'pending' })
    .where('file_id', '=', id)
    .where('number', '=', 2)
    .execute();
  const path = await check();
  expect(brief(await findingsOf(owner, path))).toEqual([...EARLIER, NOW].toSorted());
  expect((await owner.get(path)).body).toMatchObject({
    documents: 2,
    earlierVersions: 1,
    draftedVersions: 0,
    unread: 0,
    undecided: 2,
  });
  const csv = String((await owner.get(`${path}/export`)).bytes);
  expect(csv).toMatch(/email,[^,]+,2,,shown@old\.test,"?Mail /);
  expect(await signOff(path)).toEqual([409, '2 findings are not decided yet.']);
  await accept(path);
  // As if its text had been read since, for a check of another group.
  const setCompared = (compared_text: string | null) =>
    db.updateTable('exposure_versions').set({ compared_text }).execute();
  const { compared_text } = await db
    .selectFrom('exposure_versions')
    .select('compared_text')
    .where('version', '=', 2)
    .executeTakeFirstOrThrow();
  await setCompared(null);
  expect(await signOff(path)).toEqual([409, CHANGED]);
  await setCompared(compared_text);
  // What is withdrawn is closed to everybody, also in the findings.
  await owner.post(`/api/files/${id}/versions/2/withdraw`, { reason: 'Wrong' });
  expect(brief(await findingsOf(owner, path))).toEqual(
    ['2 null undefined', '2 null undefined', NOW].map((line) =>
      line.replace('2 null undefined', '2 null undefined new'),
    ),
  );
  expect(await signOff(path)).toEqual([200, 'signed']);
  // A version that could not be read is one that somebody has to look at.
  await replace('Nothing.');
  await testApp.finishJobs();
  await db.updateTable('content_scans').set({ is_complete: 0 }).where('version', '=', 4).execute();
  const last = await check();
  expect((await owner.get(last)).body).toMatchObject({ earlierVersions: 1, unread: 1 });
  expect((await owner.get(`${last}/documents`)).body).toMatchObject([{ id, isRead: false }]);
});

test('a check with drafts reads drafted versions, also of a publication that waits for its time', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, id, replace, check, signOff, accept } = await openVersionedRoom(testApp);
  const early = await check({ includeDrafts: true });
  await accept(early);
  await replace('Call +49 30 901820 and Falcon.', true);
  expect(await signOff(early)).toEqual([409, CHANGED]);
  const without = await check();
  expect(brief(await findingsOf(owner, without))).toEqual([NOW]);
  expect((await owner.get(without)).body).toMatchObject({ draftedVersions: 0, draftedChanges: 1 });
  const withDrafts = await check({ includeDrafts: true });
  expect(brief(await findingsOf(owner, withDrafts))).toEqual([NOW, ...DRAFTED].toSorted());
  expect((await owner.get(withDrafts)).body).toMatchObject({
    documents: 2,
    draftedVersions: 1,
    draftedChanges: 0,
    newFindings: 3,
  });
  // A new file in a publication with versions, moves or levels has no time of its own until then.
  await owner.file({ name: 'fresh.txt', content: 'Mail fresh@draft.test.', folderId: inner.id });
  await testApp.finishJobs();
  const at = new Date(testApp.server.services.now() + 3_600_000).toISOString();
  expect((await owner.post(`/api/rooms/${root.id}/publications`, { at })).status).toBe(201);
  const scheduled = await check();
  const fresh = '1 current fresh@draft.test';
  expect(brief(await findingsOf(owner, scheduled))).toEqual([`${fresh} new`, NOW, ...DRAFTED].toSorted());
  // What was read for the check does not count as the text of the file.
  const file = (await owner.get(`/api/files/${id}`)).body;
  expect(file.content).toBe('Mail now@new.test.');
  testApp.advanceClock(3_600_000);
  await owner.get('/api/folders');
  await testApp.finishJobs();
  expect((await owner.get(`/api/files/${id}`)).body).toMatchObject({ version: 5 });
  const published = await check();
  expect(brief(await findingsOf(owner, published))).toEqual([
    fresh,
    ...DRAFTED.map((finding) => finding.replace('draft', 'current').replace(' new', '')),
  ]);
});

test('a version that awaits its scan for viruses is not covered by a check, and blocks the sign-off', async ({
  testApp,
}) => {
  const { owner, replace, check, signOff, accept } = await openVersionedRoom(testApp);
  const { db } = testApp.server.services;
  await replace('Call +49 30 901820 and Falcon.', true);
  const setState = (state: 'scanning' | null) =>
    db
      .updateTable('blobs')
      .set({ scan_state: state })
      .where('key', 'in', (select) =>
        select.selectFrom('file_versions').select('blob_key').where('is_draft', '=', 1),
      )
      .execute();
  await setState('scanning');
  const withheld = await check({ includeDrafts: true });
  await accept(withheld);
  await setState(null);
  expect(await signOff(withheld)).toEqual([409, CHANGED]);
  const path = await check({ includeDrafts: true });
  expect(brief(await findingsOf(owner, path))).toEqual([NOW, ...DRAFTED].toSorted());
  await accept(path);
  expect(await signOff(path)).toEqual([200, 'signed']);
  // Hidden content whose finding was replaced since has no text any more, and above all not the name of the file.
  await db
    .updateTable('exposure_findings')
    .set({ span_start: null, span_end: null, content_finding_id: 999_999 })
    .where('version', '=', 5)
    .where('kind', '=', 'phone')
    .execute();
  expect(brief(await findingsOf(owner, path))).toContain('5 draft undefined new');
});

test('a check with drafts reads the earlier versions that members may open in the new place of a file', async ({
  testApp,
}) => {
  const { owner, root, inner, group, id, check } = await openVersionedRoom(testApp);
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  const { db, now } = testApp.server.services;
  const target = await owner.folder('Target', root.id);
  await grant(owner, root.id, { folder: target, group, level: 'original' });
  const publish = (folderId: number, at: number) =>
    db.updateTable('folders').set({ published_at: at }).where('id', '=', folderId).execute();
  await publish(target.id, 0);
  // Since then version 2, which was replaced before, is closed to members.
  await publish(inner.id, now());
  const move = { folderId: target.id, draft: true };
  expect((await owner.patch(`/api/files/${id}/move`, move)).status).toBe(200);
  expect(brief(await findingsOf(owner, await check()))).toEqual([NOW]);
  const withDrafts = await check({ includeDrafts: true });
  expect(brief(await findingsOf(owner, withDrafts))).toEqual([...EARLIER, NOW].toSorted());
  const { changes } = (await owner.get(`/api/rooms/${root.id}/drafts`)).body;
  const ofMove = await check({ selection: { changeIds: [changes[0].id] } });
  expect(brief(await findingsOf(owner, ofMove))).toEqual([...EARLIER, NOW].toSorted());
});

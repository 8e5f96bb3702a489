import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { FINDING_PURPOSE } from './inspect-content.ts';

const SECRET =
  'Write to ada@falcon.test or call +49 30 901820. IBAN DE89370400440532013000, says Project Falcon.';

/** A room whose group sees one folder with findings; another folder and a draft are hidden from it. */
async function openExposedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const settings = `/api/rooms/${root.id}`;
  await owner.patch(settings, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const file = await owner.file({ name: 'letter.txt', content: SECRET, folderId: inner.id });
  const secret = await owner.folder('Board', root.id);
  await owner.file({
    name: 'board.txt',
    content: 'Mail bob@hidden.test about the fine.',
    folderId: secret.id,
  });
  await owner.patch(settings, { settings: { draftUploads: true } });
  const draft = await owner.file({ name: 'draft.txt', content: 'Mail eve@draft.test.', folderId: inner.id });
  await testApp.finishJobs();
  return { ...room, letter: file, draft, url: `/api/groups/${group.id}/exposure-checks` };
}

async function check(testApp: TestApp, owner: TestClient, url: string, body?: object) {
  const answer = await owner.post(url, body);
  expect([answer.status, answer.body.state]).toEqual([202, 'waiting']);
  await testApp.finishJobs();
  return `/api/exposure-checks/${answer.body.id}`;
}

const findingsOf = async (client: TestClient, path: string, query = ''): Promise<ExposureFinding[]> =>
  (await client.get(`${path}/findings${query}`)).body;

const values = (findings: readonly ExposureFinding[]) =>
  findings.map(({ kind, text }) => `${kind} ${text?.found}`);

const PUT = { names: ['project falcon', 'PROJECT Falcon'], questions: ['Whom may I write to?'] };

describe('an exposure check', () => {
  test('shows what is hidden in a file only while its version is the current one', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, deep, letter, url } = await openExposedRoom(testApp);
    const { db, encryptor } = testApp.server.services;
    const encrypted_value = encryptor.encrypt(FINDING_PURPOSE, 'Ask for less.');
    const hidden = { file_id: letter.id, version: 1, kind: 'comment', value_hash: Buffer.from('hash') };
    await db
      .insertInto('content_findings')
      .values({ ...hidden, encrypted_value })
      .execute();
    const path = await check(testApp, owner, url);
    expect(values(await findingsOf(owner, path, '?kind=comment'))).toEqual(['comment Ask for less.']);
    testApp.advanceClock(1);
    const next = { name: 'file', value: 'Nothing.', filename: 'letter.txt' };
    expect((await owner.form(`/api/files/${letter.id}/versions`, [next])).status).toBe(201);
    const texts = (await findingsOf(owner, path)).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.every((text) => text === null)).toBe(true);
    // A check says what it leaves out.
    expect((await owner.get(path)).body).toMatchObject({ earlierVersions: 0, draftedChanges: 0 });
    await owner.patch(`/api/files/${letter.id}/move`, { folderId: deep.id, draft: true });
    expect((await owner.get(path)).body.draftedChanges).toBe(1);
  });

  test('finds what the group can reach, and nothing else', async ({ testApp }) => {
    const { owner, root, letter, url } = await openExposedRoom(testApp);
    const saved = await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, PUT);
    expect([saved.status, saved.body.names]).toEqual([200, ['PROJECT Falcon']]);
    const path = await check(testApp, owner, url);
    const { body } = await owner.get(path);
    expect(body).toMatchObject({
      state: 'done',
      progress: 1,
      documents: 2,
      notIndexed: 0,
      signedOffAt: null,
    });
    expect(body.questions).toMatchObject([{ question: 'Whom may I write to?' }]);
    const findings = await findingsOf(owner, path);
    expect(new Set(values(findings).filter((value) => !value.startsWith('answer')))).toEqual(
      new Set([
        'email ada@falcon.test',
        'phone +49 30 901820',
        'iban DE89370400440532013000',
        'name Project Falcon',
      ]),
    );
    const email = findings.find(({ kind }) => kind === 'email');
    expect(email).toMatchObject({ fileId: letter.id, fileName: 'letter.txt', version: 1, isNew: false });
    expect(email?.text).toEqual({
      before: 'Write to ',
      found: 'ada@falcon.test',
      after: expect.stringMatching(/^ or call/),
    });
    expect(values(await findingsOf(owner, path, '?kind=iban'))).toHaveLength(1);
    expect((await owner.get(`${path}/documents`)).body).toMatchObject([{ id: letter.id, isRead: true }]);
    // Values are stored as hashes only.
    const stored = await testApp.server.services.db.selectFrom('content_findings').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('falcon');
  });

  test('answers the questions as the group, also with drafts', async ({ testApp }) => {
    const { owner, root, draft, letter, url } = await openExposedRoom(testApp);
    const questions = ['Which mail address is in the draft?', 'What is the fine about?'];
    await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, { names: [], questions });
    const answering = async (path: string) =>
      new Set((await findingsOf(owner, path, '?kind=answer')).map(({ fileId }) => fileId));
    const without = await check(testApp, owner, url);
    for (const id of await answering(without))
      expect([letter.id, (await owner.get(without)).body.groupId, id]).toContain(id);
    expect((await answering(without)).has(draft.id)).toBe(false);
    const withDrafts = await check(testApp, owner, url, { includeDrafts: true });
    expect((await owner.get(withDrafts)).body).toMatchObject({ documents: 3, includesDrafts: true });
    const found = await findingsOf(owner, withDrafts, '?new=true');
    expect(values(found)).toContain('email eve@draft.test');
    expect(values(await findingsOf(owner, withDrafts)).join()).not.toContain('hidden.test');
  });

  test('a scheduled file is covered before its time', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, root, url } = await openExposedRoom(testApp);
    const at = new Date(testApp.server.services.now() + 3_600_000).toISOString();
    await owner.post(`/api/rooms/${root.id}/publications`, { at });
    const path = await check(testApp, owner, url);
    const isNew = new Map((await findingsOf(owner, path)).map(({ text, isNew }) => [text?.found, isNew]));
    expect([isNew.get('eve@draft.test'), isNew.get('ada@falcon.test')]).toEqual([true, false]);
  });

  test('sign-off waits for decisions, and for what the group sees meanwhile', async ({ testApp }) => {
    const { owner, root, inner, group, url } = await openExposedRoom(testApp);
    const path = await check(testApp, owner, url);
    const signOff = async (of = path) => {
      const { status, body } = await owner.post(`${of}/sign-off`);
      return [status, body.error ?? body.signedOffBy];
    };
    expect(await signOff()).toEqual([409, '3 findings are not decided yet.']);
    const [first, second, third] = await findingsOf(owner, path);
    const decide = (finding: ExposureFinding | undefined, body: object) =>
      owner.post(`${path}/findings/${finding?.id}`, body);
    expect((await decide(first, { decision: 'accept' })).status).toBe(400);
    expect((await decide(first, { decision: 'accept', reason: 'Public' })).body).toEqual({ decided: 1 });
    expect((await decide(second, { decision: 'lower' })).status).toBe(200);
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    expect(
      (await editor.post(`${path}/findings/${third?.id}`, { decision: 'accept', reason: 'Fine' })).status,
    ).toBe(200);
    expect((await editor.post(`${path}/sign-off`)).status).toBe(403);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
    const late = await owner.file({
      name: 'late.txt',
      content: 'Mail late@falcon.test.',
      folderId: inner.id,
    });
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    // As before the jobs, which may run as soon as the file is stored.
    const setStatus = (index_status: 'pending' | 'indexed') =>
      db.updateTable('files').set({ index_status }).where('id', '=', late.id).execute();
    await setStatus('pending');
    expect(await signOff()).toEqual([
      409,
      '1 of 3 documents are not indexed yet. The check cannot be signed off.',
    ]);
    await setStatus('indexed');
    expect(await signOff()).toEqual([
      409,
      'The documents of this group have changed since the check. Run it again.',
    ]);
    const again = await check(testApp, owner, url);
    // Decisions on the same content are taken over.
    const open = await findingsOf(owner, again, '?undecided=true');
    expect(values(open)).toEqual([expect.stringMatching(/^(?:phone|email|iban) /), 'email late@falcon.test']);
    for (const { id } of open)
      await owner.post(`${again}/findings/${id}`, { decision: 'accept', reason: 'Ok' });
    // The group reads it until its level is None.
    await owner.post(`${again}/findings/${open[0]?.id}`, { decision: 'lower' });
    expect(await signOff(again)).toEqual([
      409,
      '1 findings are marked as lowered, but the group can still read them. Set the level to None, change the name, or accept them.',
    ]);
    await grant(owner, root.id, { folder: inner, group, level: 'none' });
    expect(await signOff(again)).toEqual([200, owner.username]);
    expect(await signOff(again)).toEqual([409, 'This check is signed off already.']);
    expect((await owner.post(`${again}/findings/${open[0]?.id}`, { decision: 'lower' })).status).toBe(409);
    const { body } = await owner.get(url);
    expect(body).toMatchObject([{ signedOffBy: owner.username }, { signedOffAt: null }]);
  });

  test('the CSV contains every finding', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, url } = await openExposedRoom(testApp);
    const path = await check(testApp, owner, url);
    const { bytes, headers } = await owner.get(`${path}/export`);
    expect(headers['content-disposition']).toContain('Bidder A exposure check.csv');
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(4);
    expect(bytes.toString()).toContain('email,letter.txt,1,,ada@falcon.test,"Write to ",');
  });
});

describe('access to exposure checks', () => {
  test('members, other rooms and view as learn nothing of them', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, group, url } = await openExposedRoom(testApp);
    const path = await check(testApp, owner, url);
    const [finding] = await findingsOf(owner, path);
    const [member, other] = [await testApp.user(), await testApp.user()];
    await addMembers(owner, group, member.email);
    const otherRoot = await other.folder('Other');
    await other.post('/api/rooms', { folderId: otherRoot.id });
    const missing = { error: 'The exposure check could not be found.', code: 'not-found' };
    for (const client of [member, other]) {
      expect((await client.get(url)).status).toBe(404);
      expect((await client.post(url, {})).status).toBe(404);
      for (const call of ['', '/findings', '/documents', '/export'])
        expect([call, (await client.get(`${path}${call}`)).body]).toEqual([call, missing]);
      const decided = await client.post(`${path}/findings/${finding?.id}`, { decision: 'lower' });
      expect([decided.status, decided.body]).toEqual([404, missing]);
      expect((await client.post(`${path}/sign-off`)).body).toEqual(missing);
      expect((await client.get(`/api/rooms/${root.id}/exposure-settings`)).status).toBe(404);
    }
    // A file that left the room is not read for its staff any more.
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const outside = await owner.folder('Outside');
    for (const { fileId } of await findingsOf(owner, path))
      await owner.patch(`/api/files/${fileId}/move`, { folderId: outside.id });
    expect((await findingsOf(editor, path)).map(({ fileName, text }) => [fileName, text])).toEqual(
      Array(3).fill([null, null]),
    );
    await testApp.unshare(root.id, editor);
    expect((await editor.get(path)).status).toBe(404);
    await owner.delete(`/api/groups/${group.id}`);
    expect((await owner.get(path)).body).toEqual(missing);
  });
});

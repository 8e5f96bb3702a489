import { describe, expect } from 'vitest';
import { rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

/** Reads the database: a request that reads a room would apply what is due. */
const statesIn = async ({ server }: TestApp) => {
  const rows = await server.services.db.selectFrom('publications').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
};

const mailsAbout = async ({ server }: TestApp, address: string, subject: string) => {
  const mails = server.services.db.selectFrom('outbox_messages').select('subject');
  return (await mails.where('to_address', '=', address).where('subject', 'like', subject).execute()).length;
};

describe('jobs of publications', () => {
  test('a publication is applied at its date, though nobody reads the room', async ({ testApp }) => {
    const { owner, root, inner, deep, group, url, sees } = await openStrict(testApp);
    await owner.patch(url, { settings: { publicationApproval: false } });
    const { version } = await rowOf(owner, root.id, inner.id, deep.id);
    const cell = { kind: 'folder', id: deep.id, groupId: group.id, level: 'none', version };
    expect((await owner.patch(`${url}/permissions`, { cells: [cell], draft: true })).status).toBe(200);
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.post(`${url}/publications`, { at })).status).toBe(201);
    await testApp.finishJobs();
    expect(await statesIn(testApp)).toEqual(['scheduled']);
    testApp.advanceClock(HOUR + 1_000);
    await testApp.finishJobs();
    expect(await statesIn(testApp)).toEqual(['published']);
    expect(await sees()).toBe(true);
  });

  test('a request whose drafts changed is void before anybody decides, and its managers get a mail', async ({
    testApp,
  }) => {
    const { owner, second, draft, url, request } = await openStrict(testApp);
    const before = (await statesIn(testApp)).length;
    const unchanged = await owner.file({ folderId: draft.folderId ?? 0, name: 'other.txt' });
    await request({ selection: { fileIds: [unchanged.id] } });
    await request();
    await testApp.finishJobs();
    expect((await statesIn(testApp)).slice(before)).toEqual(['requested', 'requested']);
    await owner.patch(`/api/files/${draft.id}`, { name: 'renamed.txt' });
    testApp.advanceClock(HOUR / 4 + 1_000);
    await testApp.finishJobs();
    expect((await statesIn(testApp)).slice(before)).toEqual(['requested', 'void']);
    expect(await mailsAbout(testApp, second.email, '%given up')).toBe(1);
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { state: 'void', reason: 'The drafts have changed since the approval was requested.' },
      { state: 'requested' },
    ]);
  });
});

import { describe, expect, onTestFinished } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { systemContext, transaction } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { type LiveStream, openLiveStream } from './testing/live-stream.ts';

const HOUR = 3_600_000;

const test = testWith({ revocationCheckIntervalMs: 50 }).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' })),
    { scope: 'file' },
  ],
});

async function listen(url: string, { cookie }: TestClient): Promise<LiveStream> {
  const stream = await openLiveStream(url, cookie);
  onTestFinished(stream.close);
  // The first listener of a process hears once more when it is connected to the database.
  await expect.poll(stream.heard).toContain('resync');
  stream.forget();
  return stream;
}

const withoutResync = (stream: LiveStream): string[] => stream.heard().filter((each) => each !== 'resync');

/** Waits until a stream has heard all of this; without load that takes a fraction of a second. */
const expectHeard = (stream: LiveStream, ...changes: string[]) =>
  expect.poll(stream.heard, { interval: 10 }).toEqual(expect.arrayContaining(changes));

/** Makes a change that the holder of a stream sees, and waits until it was heard: what came before it was heard too. */
async function expectNothingBut(
  stream: LiveStream,
  owner: TestClient,
  visible: { id: number },
  ...heard: string[]
) {
  await owner.patch(`/api/folders/${visible.id}`, { name: `Renamed ${Math.random()}` });
  await expectHeard(stream, `folder ${visible.id}`);
  const own = [`folder ${visible.id}`, 'folder null', ...heard];
  expect(withoutResync(stream).filter((each) => !own.includes(each))).toEqual([]);
}

async function createPeople(testApp: TestApp) {
  const owner = await testApp.user();
  const [collaborator, unrelated] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Shared');
  const hidden = await owner.folder('Hidden');
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  return { owner, collaborator, unrelated, visitor, folder, hidden };
}

describe('changes of files and folders', () => {
  test('collaborators and visitors hear of an upload within a second, and unrelated users nothing', async ({
    testApp,
    url,
  }) => {
    const { owner, collaborator, unrelated, visitor, folder } = await createPeople(testApp);
    const own = await unrelated.folder('Own');
    const hearing = [await listen(url, owner), await listen(url, collaborator), await listen(url, visitor)];
    const other = await listen(url, unrelated);
    const file = await owner.file({ folderId: folder.id });
    for (const stream of hearing) await expectHeard(stream, `folder ${folder.id}`, `file ${file.id}`);
    await expectNothingBut(other, unrelated, own);
  });

  test('nobody hears of what is in a folder that they may not see', async ({ testApp, url }) => {
    const { owner, collaborator, visitor, folder, hidden } = await createPeople(testApp);
    const streams = [await listen(url, collaborator), await listen(url, visitor)];
    for (const stream of streams) await expectNothingBut(stream, owner, folder);
    for (const stream of streams) stream.forget();
    const file = await owner.file({ folderId: hidden.id });
    await owner.folder('Inside', hidden.id);
    await owner.patch(`/api/files/${file.id}`, { name: 'other.txt' });
    await owner.file({});
    await owner.delete(`/api/folders/${hidden.id}`);
    for (const stream of streams) await expectNothingBut(stream, owner, folder);
  });

  test('renaming, moving, deleting and restoring are announced where they are seen', async ({
    testApp,
    url,
  }) => {
    const { owner, collaborator, folder, hidden } = await createPeople(testApp);
    const inner = await owner.folder('Inner', folder.id);
    const file = await owner.file({ folderId: folder.id });
    const stream = await listen(url, collaborator);
    await owner.patch(`/api/files/${file.id}/move`, { folderId: inner.id });
    await expectHeard(stream, `folder ${folder.id}`, `folder ${inner.id}`, `file ${file.id}`);
    stream.forget();
    await owner.patch(`/api/files/${file.id}/move`, { folderId: hidden.id });
    await expectHeard(stream, `folder ${inner.id}`);
    expect(stream.heard()).not.toContain(`folder ${hidden.id}`);
    stream.forget();
    await owner.delete(`/api/folders/${inner.id}`);
    await expectHeard(stream, `folder ${folder.id}`, 'access');
    stream.forget();
    await owner.post(`/api/trash/folders/${inner.id}/restore`);
    await expectHeard(stream, 'access');
  });

  test('the index state of a file is announced when its text was extracted', async ({ testApp, url }) => {
    const owner = await testApp.user();
    const file = await owner.file({ content: 'Some text.' });
    const stream = await listen(url, owner);
    await testApp.finishJobs();
    await expectHeard(stream, `file ${file.id}`, 'folder null');
    expect((await owner.get(`/api/files/${file.id}`)).body.indexStatus).toBe('indexed');
  });

  test('what is rolled back is not announced', async ({ testApp, url }) => {
    const { owner, collaborator, folder } = await createPeople(testApp);
    const inner = await owner.folder('Inner', folder.id);
    const stream = await listen(url, collaborator);
    const rolledBack = transaction(systemContext(testApp.server.services), async ({ db }) => {
      await db.updateTable('folders').set({ name: 'Never' }).where('id', '=', inner.id).execute();
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await expectNothingBut(stream, owner, folder);
  });

  test('many changes come in few events, and a few thousand as a request to ask for everything', async ({
    testApp,
    url,
  }) => {
    const { owner, collaborator, folder } = await createPeople(testApp);
    const stream = await listen(url, collaborator);
    const { db } = testApp.server.services;
    await transaction(systemContext(testApp.server.services), async ({ db }) => {
      const rows = Array.from({ length: 400 }, (_, number) => ({
        name: `Folder ${number}`,
        parent_id: folder.id,
        owner_id: owner.id,
        created_at: 0,
        published_at: 0,
      }));
      await db.insertInto('folders').values(rows).execute();
    });
    await expectHeard(stream, 'resync');
    expect(stream.countEvents()).toBeLessThan(5);
    await db.deleteFrom('folders').where('parent_id', '=', folder.id).execute();
  });
});

describe('rights', () => {
  test('somebody hears that they gained or lost access, without learning to what', async ({
    testApp,
    url,
  }) => {
    const { owner, unrelated, hidden } = await createPeople(testApp);
    const stream = await listen(url, unrelated);
    await testApp.share(hidden.id, unrelated);
    await expectHeard(stream, 'access');
    const file = await owner.file({ folderId: hidden.id });
    await expectHeard(stream, `folder ${hidden.id}`, `file ${file.id}`);
    stream.forget();
    await testApp.unshare(hidden.id, unrelated);
    await expectHeard(stream, 'access');
    await owner.file({ folderId: hidden.id });
    await expectNothingBut(stream, unrelated, await unrelated.folder('Own'), 'access');
  });

  test('a change of rights that shows somebody nothing new is not announced to them', async ({
    testApp,
    url,
  }) => {
    const { owner, visitor, unrelated, folder } = await createPeople(testApp);
    const stream = await listen(url, visitor);
    await testApp.share(folder.id, unrelated);
    await owner.delete(`/api/folders/${folder.id}/collaborators/${unrelated.id}`);
    await expectNothingBut(stream, owner, folder);
    expect(stream.heard()).not.toContain('access');
  });

  test('the stream of a visitor ends when the invitation is revoked', async ({ testApp, url }) => {
    const { owner, visitor, folder } = await createPeople(testApp);
    const stream = await listen(url, visitor);
    await owner.delete(`/api/invitations/${visitor.invitationId}`);
    await owner.file({ folderId: folder.id });
    await expect.poll(stream.hasEnded).toBe(true);
    expect(withoutResync(stream)).toEqual([]);
    expect(stream.retryMs()).toBeUndefined();
  });

  test('a stream ends with its session, and does not prolong it', async ({ testApp, url }) => {
    const owner = await testApp.user();
    const stream = await listen(url, owner);
    testApp.advanceClock(11 * HOUR);
    (await listen(url, owner)).close();
    testApp.advanceClock(HOUR + 1);
    await expect.poll(stream.hasEnded).toBe(true);
    testApp.advanceClock(-12 * HOUR - 1);
  });

  test('members of a group hear of its permissions, and of nothing that is hidden from it', async ({
    testApp,
    url,
  }) => {
    const { owner, root, inner, deep, file, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: deep, group, level: 'none' });
    const stream = await listen(url, member);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await expectHeard(stream, 'access');
    stream.forget();
    await owner.file({ folderId: deep.id });
    await owner.patch(`/api/folders/${deep.id}`, { name: 'Wages' });
    await expectNothingBut(stream, owner, inner, `file ${file.id}`);
    stream.forget();
    await grant(owner, root.id, { folder: inner, group, level: 'none' });
    await expectHeard(stream, 'access');
  });

  test('drafts are announced to nobody but the staff until the date of their publication', async ({
    testApp,
    url,
  }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const [stream, staff] = [await listen(url, member), await listen(url, owner)];
    const draft = await owner.file({ folderId: inner.id });
    const folder = await owner.folder('Draft', inner.id);
    await expectHeard(staff, `file ${draft.id}`, `folder ${folder.id}`);
    const at = testApp.server.services.now() + HOUR;
    const { status } = await owner.post(`/api/rooms/${root.id}/publications`, {
      at: new Date(at).toISOString(),
    });
    expect(status).toBe(201);
    await testApp.finishJobs(); // Its text is extracted before the time comes.
    await expectNothingBut(stream, owner, inner, `file ${file.id}`);
    stream.forget();
    testApp.advanceClock(HOUR);
    await expectHeard(stream, 'access', `file ${draft.id}`, `folder ${inner.id}`);
  });
});

describe('connections', () => {
  test('inviters hear of their invitations, and owners of their links', async ({ testApp, url }) => {
    const { owner, unrelated, folder } = await createPeople(testApp);
    const [stream, other] = [await listen(url, owner), await listen(url, unrelated)];
    await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    await owner.post('/api/links', {
      name: 'Link',
      targets: [{ kind: 'folder', id: folder.id }],
      settings: {},
    });
    await expectHeard(stream, 'invitations', 'links');
    await expectNothingBut(other, unrelated, await unrelated.folder('Own'));
  });

  test('a change on one node is heard on another', async ({ testApp, url }) => {
    const { owner, collaborator, folder } = await createPeople(testApp);
    const opened = { ...testApp.server.services, isOnlyProcess: false, close: async () => {} };
    const node = await createApp(opened, { webDirectory: testApp.dataDir });
    const elsewhere = await node.http.listen({ port: 0, host: '127.0.0.1' });
    const [here, there] = [await listen(url, owner), await listen(elsewhere, collaborator)];
    const file = await owner.file({ folderId: folder.id });
    await expectHeard(here, `file ${file.id}`);
    await expectHeard(there, `file ${file.id}`);
    await node.stop();
    await expect.poll(there.hasEnded).toBe(true);
    expect(there.retryMs()).toBeGreaterThan(0);
    expect(here.hasEnded()).toBe(false);
  });

  test('an actor may hold 20 connections, and gets another when one is closed', async ({ testApp, url }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const streams = await Promise.all(Array.from({ length: 20 }, () => openLiveStream(url, owner.cookie)));
    const refused = await owner.get('/api/events');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
    await listen(url, other);
    streams[0]?.close();
    await expect.poll(async () => (await owner.get('/api/events')).status).toBe(200);
    for (const stream of streams) stream.close();
  });

  test('maintenance ends the streams of everybody but administrators', async ({ testApp, url }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const [staying, leaving] = [await listen(url, admin), await listen(url, user)];
    await admin.patch('/api/admin/system-settings', { maintenanceMode: true });
    await expect.poll(leaving.hasEnded).toBe(true);
    expect(staying.hasEnded()).toBe(false);
    await admin.patch('/api/admin/system-settings', { maintenanceMode: false });
  });

  test('a HEAD request holds no connection', async ({ testApp }) => {
    const user = await testApp.user();
    for (let count = 0; count < 25; count += 1)
      expect((await user.send({ method: 'HEAD', url: '/api/events?' })).status).toBe(200);
    await expect.poll(async () => (await user.get('/api/events')).status).toBe(200);
  });
});

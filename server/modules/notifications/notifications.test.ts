import { describe, expect } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { notifyFilesAdded } from './notify-files-added.ts';

const QUARTER_HOUR = 15 * 60_000;

type Person = Awaited<ReturnType<TestApp['user']>>;
type Wishes = { email_notifications: 0 | 1; folder_access: 0 | 1; file_shared: 0 | 1 };

/** Creates a user who wants all notifications, except for the given settings. */
async function openReader(testApp: TestApp, wishes: Partial<Wishes> = {}): Promise<Person> {
  const reader = await testApp.user();
  const all: Wishes = { email_notifications: 1, folder_access: 1, file_shared: 1, ...wishes };
  await testApp.server.services.db
    .insertInto('notification_preferences')
    .values({ user_id: reader.id, ...all })
    .execute();
  return reader;
}

async function mailsTo(testApp: TestApp, { email }: Person): Promise<{ subject: string; text: string }[]> {
  const admin = await testApp.user({ isAdmin: true });
  const { body } = await admin.get('/api/admin/outbox');
  const ids = body.filter((mail: { to: string }) => mail.to === email).map((mail: { id: number }) => mail.id);
  return Promise.all(ids.map(async (id: number) => (await admin.get(`/api/admin/outbox/${id}`)).body));
}

describe('notifications of access', () => {
  const give = async (owner: Person, folderId: number, { id: userId }: Person) =>
    expect((await owner.post(`/api/folders/${folderId}/collaborators`, { userId })).status).toBe(201);

  test("a user who is given access is notified by mail with the giver's name and a link", async ({
    testApp,
  }) => {
    const [owner, reader] = [await testApp.user(), await openReader(testApp)];
    const { id } = await owner.folder('Deal');
    await give(owner, id, reader);
    await testApp.finishJobs();
    const mails = await mailsTo(testApp, reader);
    expect(mails.map(({ subject }) => subject)).toEqual([`${owner.username} gave you access to “Deal”`]);
    expect(mails[0]?.text).toContain(`http://localhost:3000/folder/${id}`);
  });

  test('a user who disabled these mails is not notified', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const readers = [
      await openReader(testApp, { folder_access: 0 }),
      await openReader(testApp, { email_notifications: 0 }),
      await testApp.user(),
    ];
    for (const reader of readers) await give(owner, id, reader);
    await testApp.finishJobs();
    for (const reader of readers) expect(await mailsTo(testApp, reader)).toEqual([]);
  });

  test('a user who lost the access before the mail was written is not notified', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await openReader(testApp)];
    const { id } = await owner.folder();
    await transaction(systemContext(testApp.server.services), (ctx) =>
      publish(ctx, 'collaborator.added', { folderId: id, userId: reader.id, byId: owner.id }),
    );
    await testApp.finishJobs();
    expect(await mailsTo(testApp, reader)).toEqual([]);
  });
});

describe('notifications of new files', () => {
  async function openShared(testApp: TestApp) {
    const owner = await openReader(testApp);
    const member = await openReader(testApp);
    const above = await owner.folder('Above');
    const folder = await owner.folder('Deal', above.id);
    await testApp.share(above.id, member);
    return { owner, member, folder };
  }

  const later = async (testApp: TestApp) => {
    testApp.advanceClock(QUARTER_HOUR);
    await testApp.finishJobs();
  };

  test('new files send one mail per quarter of an hour, with their number and no name', async ({
    testApp,
  }) => {
    const { owner, member, folder } = await openShared(testApp);
    for (const name of ['secret-a.txt', 'secret-b.txt', 'secret-c.txt']) {
      await owner.file({ name, folderId: folder.id });
      testApp.advanceClock(60_000);
    }
    await testApp.finishJobs();
    expect(await mailsTo(testApp, member)).toEqual([]);
    await later(testApp);
    const [mail, ...others] = await mailsTo(testApp, member);
    expect([mail?.subject, others]).toEqual(['3 new files in “Deal”', []]);
    expect(mail?.text).toContain(`http://localhost:3000/folder/${folder.id}`);
    expect(JSON.stringify(mail)).not.toContain('secret');
    await later(testApp);
    expect(await mailsTo(testApp, member)).toHaveLength(1);
    await owner.file({ folderId: folder.id });
    await later(testApp);
    expect((await mailsTo(testApp, member))[0]?.subject).toBe('1 new file in “Deal”');
  });

  test('new files send one mail also when two processes handle them at once', async ({ testApp }) => {
    const { owner, member, folder } = await openShared(testApp);
    const first = await owner.file({ folderId: folder.id });
    const second = await owner.file({ folderId: folder.id });
    await Promise.all(
      [first, second, first].map(({ id: fileId }) =>
        notifyFilesAdded(systemContext(testApp.server.services), { folderId: folder.id, fileId }),
      ),
    );
    expect((await mailsTo(testApp, member)).map(({ subject }) => subject)).toHaveLength(1);
  });

  test('everybody but the uploader is notified of new files', async ({ testApp }) => {
    const { owner, member, folder } = await openShared(testApp);
    await member.file({ folderId: folder.id });
    await member.file({ folderId: folder.id });
    await owner.file({ folderId: folder.id });
    await later(testApp);
    expect((await mailsTo(testApp, owner))[0]?.subject).toBe('2 new files in “Deal”');
    expect((await mailsTo(testApp, member))[0]?.subject).toBe('1 new file in “Deal”');
  });

  test('users without access, without the setting, or with access only as an administrator are not notified', async ({
    testApp,
  }) => {
    const { owner, member, folder } = await openShared(testApp);
    const admin = await openReader(testApp);
    await testApp.server.services.db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', admin.id)
      .execute();
    const quiet = await openReader(testApp, { file_shared: 0 });
    await testApp.share(folder.id, quiet);
    await owner.file({ folderId: folder.id });
    await testApp.unshare(folder.id, member);
    await testApp.server.services.db.deleteFrom('collaborators').where('user_id', '=', member.id).execute();
    await later(testApp);
    for (const one of [owner, member, admin, quiet]) expect(await mailsTo(testApp, one)).toEqual([]);
  });

  test('deleted files and files of a deleted folder are not reported', async ({ testApp }) => {
    const { owner, member, folder } = await openShared(testApp);
    const { id } = await owner.file({ folderId: folder.id });
    await owner.delete(`/api/files/${id}`);
    await later(testApp);
    await owner.file({ folderId: folder.id });
    await owner.delete(`/api/folders/${folder.id}`);
    await later(testApp);
    expect(await mailsTo(testApp, member)).toEqual([]);
  });
});

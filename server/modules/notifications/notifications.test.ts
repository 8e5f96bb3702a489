import { describe, expect } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { notifyFilesAdded } from './notify-files-added.ts';

const QUARTER_HOUR = 15 * 60_000;

type Person = Awaited<ReturnType<TestApp['user']>>;
type Wishes = { email_notifications: 0 | 1; folder_access: 0 | 1; file_shared: 0 | 1 };

/** Somebody who wants to be told, of all but what is given otherwise. */
async function openReader(room: TestApp, wishes: Partial<Wishes> = {}): Promise<Person> {
  const reader = await room.user();
  const all: Wishes = { email_notifications: 1, folder_access: 1, file_shared: 1, ...wishes };
  await room.server.services.db
    .insertInto('notification_preferences')
    .values({ user_id: reader.id, ...all })
    .execute();
  return reader;
}

async function mailsTo(room: TestApp, { email }: Person): Promise<{ subject: string; text: string }[]> {
  const admin = await room.user({ isAdmin: true });
  const { body } = await admin.get('/api/admin/outbox');
  const ids = body.filter((mail: { to: string }) => mail.to === email).map((mail: { id: number }) => mail.id);
  return Promise.all(ids.map(async (id: number) => (await admin.get(`/api/admin/outbox/${id}`)).body));
}

describe('somebody who was given access to a folder', () => {
  const give = async (owner: Person, folderId: number, { id: userId }: Person) =>
    expect((await owner.post(`/api/folders/${folderId}/collaborators`, { userId })).status).toBe(201);

  test('is told by whom, with a link', async ({ room }) => {
    const [owner, reader] = [await room.user(), await openReader(room)];
    const { id } = await owner.folder('Deal');
    await give(owner, id, reader);
    await room.finishJobs();
    const mails = await mailsTo(room, reader);
    expect(mails.map(({ subject }) => subject)).toEqual([`${owner.username} gave you access to “Deal”`]);
    expect(mails[0]?.text).toContain(`http://localhost:3000/folder/${id}`);
  });

  test('is not told when they want no such mails', async ({ room }) => {
    const owner = await room.user();
    const { id } = await owner.folder();
    const readers = [
      await openReader(room, { folder_access: 0 }),
      await openReader(room, { email_notifications: 0 }),
      await room.user(),
    ];
    for (const reader of readers) await give(owner, id, reader);
    await room.finishJobs();
    for (const reader of readers) expect(await mailsTo(room, reader)).toEqual([]);
  });

  test('is not told when they lost it before the mail was written', async ({ room }) => {
    const [owner, reader] = [await room.user(), await openReader(room)];
    const { id } = await owner.folder();
    await transaction(systemContext(room.server.services), (ctx) =>
      publish(ctx, 'collaborator.added', { folderId: id, userId: reader.id, byId: owner.id }),
    );
    await room.finishJobs();
    expect(await mailsTo(room, reader)).toEqual([]);
  });
});

describe('new files in a shared folder', () => {
  async function openShared(room: TestApp) {
    const owner = await openReader(room);
    const member = await openReader(room);
    const above = await owner.folder('Above');
    const folder = await owner.folder('Deal', above.id);
    await room.share(above.id, member);
    return { owner, member, folder };
  }

  const later = async (room: TestApp) => {
    room.advanceClock(QUARTER_HOUR);
    await room.finishJobs();
  };

  test('make one mail in a quarter of an hour, with their number and no name', async ({ room }) => {
    const { owner, member, folder } = await openShared(room);
    for (const name of ['secret-a.txt', 'secret-b.txt', 'secret-c.txt']) {
      await owner.file({ name, folderId: folder.id });
      room.advanceClock(60_000);
    }
    await room.finishJobs();
    expect(await mailsTo(room, member)).toEqual([]);
    await later(room);
    const [mail, ...others] = await mailsTo(room, member);
    expect([mail?.subject, others]).toEqual(['3 new files in “Deal”', []]);
    expect(mail?.text).toContain(`http://localhost:3000/folder/${folder.id}`);
    expect(JSON.stringify(mail)).not.toContain('secret');
    await later(room);
    expect(await mailsTo(room, member)).toHaveLength(1);
    await owner.file({ folderId: folder.id });
    await later(room);
    expect((await mailsTo(room, member))[0]?.subject).toBe('1 new file in “Deal”');
  });

  test('make one mail also when two processes tell of them at once', async ({ room }) => {
    const { owner, member, folder } = await openShared(room);
    const first = await owner.file({ folderId: folder.id });
    const second = await owner.file({ folderId: folder.id });
    await Promise.all(
      [first, second, first].map(({ id: fileId }) =>
        notifyFilesAdded(systemContext(room.server.services), { folderId: folder.id, fileId }),
      ),
    );
    expect((await mailsTo(room, member)).map(({ subject }) => subject)).toHaveLength(1);
  });

  test('tell everybody but who put them there', async ({ room }) => {
    const { owner, member, folder } = await openShared(room);
    await member.file({ folderId: folder.id });
    await member.file({ folderId: folder.id });
    await owner.file({ folderId: folder.id });
    await later(room);
    expect((await mailsTo(room, owner))[0]?.subject).toBe('2 new files in “Deal”');
    expect((await mailsTo(room, member))[0]?.subject).toBe('1 new file in “Deal”');
  });

  test('tell nobody who has no right there any more, wants no mail, or sees the folder as an administrator', async ({
    room,
  }) => {
    const { owner, member, folder } = await openShared(room);
    const admin = await openReader(room);
    await room.server.services.db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', admin.id)
      .execute();
    const quiet = await openReader(room, { file_shared: 0 });
    await room.share(folder.id, quiet);
    await owner.file({ folderId: folder.id });
    await room.unshare(folder.id, member);
    await room.server.services.db.deleteFrom('collaborators').where('user_id', '=', member.id).execute();
    await later(room);
    for (const one of [owner, member, admin, quiet]) expect(await mailsTo(room, one)).toEqual([]);
  });

  test('that are gone, or whose folder is, are not told of', async ({ room }) => {
    const { owner, member, folder } = await openShared(room);
    const { id } = await owner.file({ folderId: folder.id });
    await owner.delete(`/api/files/${id}`);
    await later(room);
    await owner.file({ folderId: folder.id });
    await owner.delete(`/api/folders/${folder.id}`);
    await later(room);
    expect(await mailsTo(room, member)).toEqual([]);
  });
});

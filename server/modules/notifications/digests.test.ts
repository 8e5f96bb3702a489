import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { claimJob } from '#server/engines/queue/claim-job.ts';
import { finishJob } from '#server/engines/queue/queries.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { notifyFilesAdded } from './notify-files-added.ts';

const QUARTER_HOUR = 15 * 60_000;

/** Creates a folder with an owner, and members who want mails about new files. */
async function openShared(testApp: TestApp, memberCount = 1) {
  const { db, now } = testApp.server.services;
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const prefix = crypto.randomUUID();
  const names = Array.from({ length: memberCount }, (_, nth) => `${prefix}-${nth}`);
  const members = await db
    .insertInto('users')
    .values(
      names.map((name) => {
        const email = `${name}@example.test`;
        const account = { username: name, username_key: name, email, email_key: email };
        return { ...account, password_hash: '', is_admin: 0 as const, created_at: now() };
      }),
    )
    .returning('id')
    .execute();
  const wishes = { email_notifications: 1, folder_access: 1, file_shared: 1 } as const;
  await db
    .insertInto('notification_preferences')
    .values(members.map(({ id }) => ({ user_id: id, ...wishes })))
    .execute();
  await db
    .insertInto('collaborators')
    .values(members.map(({ id }) => ({ folder_id: folder.id, user_id: id, created_at: now() })))
    .execute();
  return {
    owner,
    folder,
    later: async () => {
      testApp.advanceClock(QUARTER_HOUR);
      await testApp.finishJobs();
    },
    /** Claims the job like a worker that finds it due. */
    claim: async () => {
      const job = await claimJob(db, ['folder.files_added'], 'test', now() + QUARTER_HOUR);
      if (!job) throw new Error('No job is due');
      const payload: { folderId: number; fileId: number } = JSON.parse(job.payload);
      return {
        run: (signal?: AbortSignal) =>
          notifyFilesAdded(systemContext(testApp.server.services), payload, signal),
        finish: () => finishJob(db, job),
      };
    },
    pendingJobs: async () => {
      const rows = db.selectFrom('jobs').select('payload').where('kind', '=', 'folder.files_added');
      return (await rows.execute()).filter((row) => JSON.parse(row.payload).folderId === folder.id).length;
    },
    subjects: async () => {
      const mails = db
        .selectFrom('outbox_messages')
        .select('subject')
        .where('to_address', 'like', `${prefix}%`);
      return (await mails.orderBy('id').execute()).map(({ subject }) => subject);
    },
    recipients: async () => {
      const mails = db
        .selectFrom('outbox_messages')
        .select('to_address')
        .where('to_address', 'like', `${prefix}%`);
      return (await mails.execute()).map((mail) => mail.to_address);
    },
  };
}

describe('the digest of new files', () => {
  test('100 uploads into a folder are one job and one mail', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 1_000 })).status).toBe(200);
    const { owner, folder, later, pendingJobs, subjects } = await openShared(testApp);
    for (let batch = 0; batch < 10; batch += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => owner.file({ name: 'scan.bin', folderId: folder.id })),
      );
    expect(await pendingJobs()).toBe(1);
    await later();
    expect(await subjects()).toEqual(['100 new files in “Deal”']);
    expect(await pendingJobs()).toBe(0);
  });

  test('each folder has a job of its own', async ({ testApp }) => {
    const [first, second] = [await openShared(testApp), await openShared(testApp)];
    for (const { owner, folder } of [first, second]) await owner.file({ folderId: folder.id });
    expect([await first.pendingJobs(), await second.pendingJobs()]).toEqual([1, 1]);
    await first.later();
    expect([await first.subjects(), await second.subjects()]).toEqual([
      ['1 new file in “Deal”'],
      ['1 new file in “Deal”'],
    ]);
  });

  test('a file that is added after the job was claimed gets another digest', async ({ testApp }) => {
    const { owner, folder, later, claim, pendingJobs, subjects } = await openShared(testApp);
    await owner.file({ folderId: folder.id });
    const job = await claim();
    await job.run();
    await owner.file({ folderId: folder.id });
    await job.finish();
    expect(await pendingJobs()).toBe(1);
    await later();
    expect(await subjects()).toEqual(['1 new file in “Deal”', '1 new file in “Deal”']);
  });

  test('a digest counts a file whose job began with a file that was already announced', async ({
    testApp,
  }) => {
    const { owner, folder, later, claim, pendingJobs, subjects } = await openShared(testApp);
    await owner.file({ folderId: folder.id });
    const job = await claim();
    await owner.file({ folderId: folder.id });
    await job.run();
    await job.finish();
    await owner.file({ folderId: folder.id });
    expect(await pendingJobs()).toBe(1);
    await later();
    expect(await subjects()).toEqual(['2 new files in “Deal”', '1 new file in “Deal”']);
  });

  test('each of many members gets one digest, even if its job is interrupted and files are added', async ({
    testApp,
  }) => {
    const { owner, folder, later, claim, subjects, recipients } = await openShared(testApp, 250);
    await owner.file({ folderId: folder.id });
    const job = await claim();
    await expect(job.run(AbortSignal.abort())).rejects.toThrow();
    const firstSlice = await recipients();
    expect(firstSlice.length).toBeGreaterThan(0);
    expect(firstSlice.length).toBeLessThanOrEqual(100);
    await owner.file({ folderId: folder.id });
    await job.finish();
    await later();
    const all = await recipients();
    expect(new Set(all).size).toBe(250);
    expect(all).toHaveLength(500);
    expect(new Set(await subjects())).toEqual(new Set(['1 new file in “Deal”']));
  });

  test('each of many members gets one digest when two processes send it', async ({ testApp }) => {
    const { owner, folder, claim, recipients } = await openShared(testApp, 250);
    await owner.file({ folderId: folder.id });
    const job = await claim();
    await Promise.all([job.run(), job.run(), job.run()]);
    await job.finish();
    const all = await recipients();
    expect([all.length, new Set(all).size]).toEqual([250, 250]);
  });
});

import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test, testWith } from '#server/testing/test-app.ts';
import { makeArchive } from '../archives/testing/take-archive.ts';
import { announceRemovals } from './announce-removals.ts';
import { removeDueContent } from './remove-due-content.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const testWithMail = testWith({
  config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } },
});

/** Runs the job and returns the addresses of the mails so far. */
async function announce({ server }: TestApp): Promise<string[]> {
  const ctx = systemContext({ ...server.services, wakeJobs() {} });
  await announceRemovals(ctx, new AbortController().signal);
  const rows = await ctx.db
    .selectFrom('outbox_messages')
    .select('to_address')
    .where('subject', 'like', 'The content of %')
    .orderBy('id')
    .execute();
  return rows.map(({ to_address }) => to_address);
}

testWithMail(
  'managers get one mail for each date, seven days before the content of their room is removed',
  async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const manager = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
    const close = async (days: number | null) => {
      const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
      const at = days === null ? null : new Date(testApp.server.services.now() + days * DAY_MS).toISOString();
      const payload = { state: 'closed', version, deleteBytesAt: at };
      expect((await owner.post(`/api/rooms/${root.id}/state`, payload)).status).toBe(200);
    };
    await close(7 + 60_000 / DAY_MS);
    expect(await announce(testApp)).toEqual([]);
    testApp.advanceClock(120_000);
    const both = [owner.email, manager.email];
    expect(await announce(testApp)).toEqual(both);
    expect(await announce(testApp)).toEqual(both);
    // Another date is mailed again, and one that is cleared is not.
    await close(2);
    expect(await announce(testApp)).toEqual([...both, ...both]);
    await close(3);
    await close(null);
    expect(await announce(testApp)).toEqual([...both, ...both]);
  },
);

testWithMail('the mail says which originals no archive has, and what is lost', async ({ testApp }) => {
  const { owner, root, file, inner } = await openRoom(testApp);
  const version = [{ name: 'file', value: 'The second one.', filename: 'note.txt' }];
  await owner.form(`/api/files/${file.id}/versions`, version);
  await owner.delete(`/api/files/${(await owner.file({ folderId: inner.id })).id}`);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { allowDownloads: false } });
  const close = async (deleteBytesAt: string | null) => {
    const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
    await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version, deleteBytesAt });
  };
  await close(null);
  const archive = await makeArchive(testApp, owner, root.id);
  await owner.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  await close(new Date(testApp.server.services.now() + DAY_MS).toISOString());
  await announce(testApp);
  const { db, encryptor } = testApp.server.services;
  const { encrypted_body: body } = await db
    .selectFrom('outbox_messages')
    .select('encrypted_body')
    .where('subject', 'like', 'The content of %')
    .where('to_address', '=', owner.email)
    .executeTakeFirstOrThrow();
  const { text } = JSON.parse(encryptor.decrypt('mail', body));
  expect(text).toContain('lacks the original of 1 document.');
  expect(text).toContain('1 earlier version or draft and 1 file in the trash are lost then.');
});

test('content that was removed does not count towards the quota of its owner', async ({ testApp }) => {
  const room = await openRoom(testApp);
  const { owner, root, inner } = room;
  const { id } = await owner.file({ folderId: inner.id, content: 'x'.repeat(1_000) });
  await owner.form(`/api/files/${id}/versions`, [
    { name: 'file', value: 'y'.repeat(300), filename: 'note.txt' },
  ]);
  await owner.file({ content: 'z'.repeat(70) });
  await testApp.finishJobs();
  const usage = async () => (await owner.get('/api/user/usage')).body.used;
  const before = await usage();
  expect(before.bytes).toBeGreaterThan(1_370);
  const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
  const deleteBytesAt = new Date(testApp.server.services.now() + 1_000).toISOString();
  await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version, deleteBytesAt });
  const archive = await makeArchive(testApp, owner, root.id);
  await owner.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  expect(await usage()).toEqual(before);
  testApp.advanceClock(2_000);
  const { services } = testApp.server;
  expect(await removeDueContent(systemContext(services), new AbortController().signal)).toBe(2);
  // What is outside the room still does, and the files still count as such.
  expect(await usage()).toEqual({ ...before, bytes: 70 });
});

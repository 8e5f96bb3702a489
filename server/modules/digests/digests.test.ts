import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith, test as withoutMail } from '#server/testing/test-app.ts';
import type { Digest } from '#shared/contracts/changes/digests.ts';
import { listDue } from './due-queries.ts';
import { sendDigests, storeDigests, writeDigests } from './send-digests.ts';

const HOUR_MS = 3_600_000;
/** Nothing listens there: mails stay in the outbox, where the tests read them. */
const test = testWith({
  maxConnections: 10,
  config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } },
});

const choose = (person: TestClient, folderId: number, body: object) =>
  person.patch(`/api/digests/${folderId}`, body);

interface StoredMail {
  readonly subject: string;
  readonly text: string;
  readonly unsubscribeUrl?: string;
}

async function mailsTo({ server }: TestApp, email: string): Promise<StoredMail[]> {
  const { db, encryptor } = server.services;
  const rows = db.selectFrom('outbox_messages').selectAll().where('to_address', '=', email).orderBy('id');
  return (await rows.execute()).map(({ subject, encrypted_body }) => ({
    subject,
    ...JSON.parse(encryptor.decrypt('mail', encrypted_body)),
  }));
}

/** Creates a folder of an owner with a collaborator who wants mails about it. */
async function followedFolder(testApp: TestApp, body: object) {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, reader);
  expect((await choose(reader, folder.id, body)).status).toBe(200);
  const { services } = testApp.server;
  const send = () => sendDigests(systemContext(services), new AbortController().signal);
  return {
    owner,
    reader,
    folder,
    send,
    /** Sends the mails as if their hour had come; sessions do not last a day. */
    async sendNow() {
      const due = { due_at: services.now() };
      await services.db.updateTable('digests_due').set(due).where('due_at', 'is not', null).execute();
      await send();
    },
    mails: () => mailsTo(testApp, reader.email),
  };
}

describe('PATCH /api/digests/:folderId', () => {
  test('a digest has a frequency, an hour and a time zone, and follows its folder', async ({ testApp }) => {
    const { reader, folder } = await followedFolder(testApp, { frequency: 'weekly' });
    const answer = await choose(reader, folder.id, { hour: 17, timeZone: 'Europe/Berlin' });
    const wanted: Digest = {
      folderId: folder.id,
      name: 'Deal',
      frequency: 'weekly',
      hour: 17,
      timeZone: 'Europe/Berlin',
    };
    expect(answer.body).toEqual(wanted);
    expect((await reader.get('/api/digests')).body).toEqual([wanted]);
    expect((await reader.get('/api/follows')).body).toMatchObject([{ kind: 'folder', id: folder.id }]);
    for (const body of [{ hour: 24 }, { timeZone: 'Mars/Base' }, { timeZone: '+01:00' }, { day: 1 }])
      expect((await choose(reader, folder.id, body)).status).toBe(400);
    const unrelated = await testApp.user();
    expect((await choose(unrelated, folder.id, { frequency: 'daily' })).status).toBe(404);
  });

  test('a visitor without a confirmed address gets no mails', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Deal');
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [id] });
    expect((await choose(visitor, id, { frequency: 'daily' })).status).toBe(200);
    const { db } = testApp.server.services;
    await db.insertInto('system_settings').values({ name: 'allowPublicSharing', value: 'true' }).execute();
    await db.updateTable('invitations').set({ email: '' }).where('id', '=', visitor.invitationId).execute();
    const answer = await choose(visitor, id, { frequency: 'weekly' });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Mails about changes need a confirmed email address.',
    ]);
  });

  withoutMail('without a mail server digests cannot be chosen', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Deal');
    const answer = await choose(owner, id, { frequency: 'daily' });
    expect([answer.status, answer.body.error]).toEqual([400, 'Outgoing mail is not set up.']);
    expect((await owner.get('/api/digests')).body).toMatchObject([{ folderId: id, frequency: 'never' }]);
  });
});

describe('the mails', () => {
  test('changes are collected for 15 minutes, and own changes are none', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, reader, folder, mails } = await followedFolder(testApp, { frequency: 'immediately' });
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    await reader.file({ name: 'Own.txt', folderId: folder.id });
    for (const name of ['1.txt', '2.txt']) await owner.file({ name, folderId: folder.id });
    testApp.advanceClock(14 * 60_000);
    await testApp.finishJobs();
    expect(await mails()).toEqual([]);
    testApp.advanceClock(60_000);
    await testApp.finishJobs();
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(['2 changes in “Deal”', []]);
    expect(mail?.text).toContain('2 new');
    expect(mail?.text).not.toContain('.txt');
    await owner.file({ name: '3.txt', folderId: folder.id });
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    expect((await mails()).map(({ subject }) => subject).slice(1)).toEqual(['1 change in “Deal”']);
  });

  test('a daily mail comes at its hour', async ({ testApp }) => {
    const hour = (new Date(testApp.server.services.now()).getUTCHours() + 2) % 24;
    const daily = { frequency: 'daily', hour };
    const { owner, folder, send, mails } = await followedFolder(testApp, daily);
    await owner.file({ folderId: folder.id });
    testApp.advanceClock(HOUR_MS - 60_000);
    await send();
    expect(await mails()).toEqual([]);
    testApp.advanceClock(HOUR_MS + 60_000);
    for (let run = 0; run < 3; run += 1) await send();
    expect(await mails()).toHaveLength(1);
  });

  test('a mail is written with the access of its moment', async ({ testApp }) => {
    const { owner, reader, folder, sendNow, mails } = await followedFolder(testApp, { frequency: 'daily' });
    const hidden = await owner.folder('Hidden');
    await testApp.share(hidden.id, reader);
    await choose(reader, hidden.id, { frequency: 'daily' });
    for (const { id } of [folder, hidden]) await owner.file({ folderId: id });
    await testApp.unshare(hidden.id, reader);
    await sendNow();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['1 change in “Deal”']);
    await testApp.share(hidden.id, reader);
    // The follow ended with the access.
    expect((await reader.get('/api/follows')).body).toMatchObject([{ id: folder.id }]);
    await sendNow();
    expect(await mails()).toHaveLength(1);
  });

  test('mails are about what is followed', async ({ testApp }) => {
    const { owner, reader, folder, sendNow, mails } = await followedFolder(testApp, { frequency: 'daily' });
    const inner = await owner.folder('Inner', folder.id);
    const { id } = await owner.file({ name: 'Followed.txt', folderId: folder.id });
    for (const path of [`folder/${inner.id}`, `file/${id}`])
      await reader.send({ method: 'PUT', url: `/api/follows/${path}` });
    await reader.delete(`/api/follows/folder/${folder.id}`);
    await sendNow();
    const before = (await mails()).length;
    await owner.file({ name: 'Other.txt', folderId: folder.id });
    await owner.patch(`/api/files/${id}`, { name: 'Renamed.txt' });
    await owner.file({ folderId: inner.id });
    await sendNow();
    const [mail] = (await mails()).slice(before);
    expect(mail?.subject).toBe('2 changes in “Deal”');
    expect(mail?.text).toMatch(/1 new[\s\S]*1 renamed/);
  });

  test('a mail has index numbers, and names if the room says so', async ({ testApp }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect((await choose(member, inner.id, { frequency: 'immediately' })).status).toBe(200);
    const publish = async (name: string) => {
      await owner.file({ name, folderId: inner.id });
      const at = new Date(testApp.server.services.now() + HOUR_MS).toISOString();
      await owner.post(`/api/rooms/${root.id}/publications`, { at });
      testApp.advanceClock(30 * 60_000);
      await testApp.finishJobs();
      testApp.advanceClock(HOUR_MS);
      await testApp.finishJobs();
    };
    await publish('Draft.txt');
    // The first mail says that the account was added.
    const [, numbered] = await mailsTo(testApp, member.email);
    expect(numbered?.text).toMatch(/1 new: 1\.\d\n/);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { namesInMails: true } });
    await publish('Named.txt');
    expect((await mailsTo(testApp, member.email))[2]?.text).toMatch(/1 new: 1\.\d Named\.txt\n/);
  });

  test('a crash before the transaction, and two processes, send no mail twice', async ({ testApp }) => {
    const { owner, folder, mails } = await followedFolder(testApp, { frequency: 'daily' });
    await owner.file({ folderId: folder.id });
    testApp.advanceClock(24 * HOUR_MS);
    const ctx = systemContext(testApp.server.services);
    const { signal } = new AbortController();
    const due = await listDue(ctx.db, ctx.now(), 100);
    const [lost, first, second] = [
      await writeDigests(ctx, due, signal),
      await writeDigests(ctx, due, signal),
      await writeDigests(ctx, due, signal),
    ];
    expect(lost.written.filter(({ mail }) => mail)).not.toEqual([]);
    await Promise.all([storeDigests(ctx, first), storeDigests(ctx, second)]);
    await storeDigests(ctx, lost);
    await sendDigests(ctx, signal);
    expect(await mails()).toHaveLength(1);
  });

  test('who chooses mails turns the main switch on, and who has turned it off gets none', async ({
    testApp,
  }) => {
    const { owner, reader, folder, sendNow, mails } = await followedFolder(testApp, { frequency: 'daily' });
    expect((await reader.get('/api/user/notifications')).body).toEqual({
      emailNotifications: true,
      fileShared: false,
      folderAccess: false,
    });
    await reader.patch('/api/user/notifications', { emailNotifications: false });
    await choose(reader, folder.id, { frequency: 'weekly' });
    await owner.file({ folderId: folder.id });
    await sendNow();
    expect(await mails()).toEqual([]);
  });
});

describe('POST /api/digests/unsubscribe/:token', () => {
  test('one click without a session ends the mails, as a mail program sends it', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, reader, folder, sendNow, mails } = await followedFolder(testApp, { frequency: 'daily' });
    await owner.file({ folderId: folder.id });
    await sendNow();
    const url = new URL((await mails())[0]?.unsubscribeUrl ?? '').pathname;
    const page = await testApp.anonymous.get(url);
    expect([page.status, page.headers['location']]).toEqual([302, url.replace('/api/digests', '')]);
    const { body } = await reader.get('/api/digests');
    expect(body).toMatchObject([{ frequency: 'daily' }]);
    const click = () =>
      testApp.anonymous.send({
        method: 'POST',
        url,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect([(await click()).status, (await click()).status]).toEqual([200, 200]);
    expect((await reader.get('/api/digests')).body).toMatchObject([{ frequency: 'never' }]);
    await owner.file({ folderId: folder.id });
    await sendNow();
    expect(await mails()).toHaveLength(1);
    const unknown = await testApp.anonymous.post(`/api/digests/unsubscribe/${'A'.repeat(43)}`);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'This address is not valid any more.']);
  });
});

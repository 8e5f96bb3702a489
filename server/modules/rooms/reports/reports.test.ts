import { describe, expect, test as unit } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { openOldRoom, plantViews } from '#server/modules/rooms/analytics/testing/simulated-room.ts';
import { putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith, test as withoutMail } from '#server/testing/test-app.ts';
import { nextReportAt } from './next-report.ts';
import { findReport } from './queries.ts';
import { sendReports } from './send-reports.ts';

const test = testWith({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } } });
const DAY_MS = 24 * 60 * 60 * 1000;
const signal = new AbortController().signal;

/** Returns the mails of the outbox with a subject, each with its decrypted body. */
async function mailsTo(testApp: TestApp, email: string) {
  const { db, encryptor } = testApp.server.services;
  const rows = await db.selectFrom('outbox_messages').selectAll().where('to_address', '=', email).execute();
  return rows
    .filter(({ subject }) => subject.startsWith('Weekly report'))
    .map((row) => ({ subject: row.subject, ...JSON.parse(encryptor.decrypt('mail', row.encrypted_body)) }));
}

describe('weekly reports', () => {
  test('weekly reports are mailed once at their time, with the figures of the week and without hidden persons', async ({
    testApp,
  }) => {
    const { owner, root, file, url } = await openOldRoom(testApp, 1, 3);
    const { db, now } = testApp.server.services;
    await db.updateTable('files').set({ published_at: 0 }).execute();
    const view = { fileId: file.id, viewer: 'g0-p0@example.test', at: now() - DAY_MS, pages: { 1: 90_000 } };
    await plantViews(testApp, [view]);
    await owner.patch(url, { settings: { analytics: { hidePersons: true } } });
    const created = await owner.post('/api/reports', { roomId: root.id, format: 'csv' });
    expect([created.status, created.body]).toMatchObject([
      201,
      { roomId: root.id, format: 'csv', weekday: 1, hour: 8, lastSentAt: null },
    ]);
    const next = Date.parse(created.body.nextAt);
    expect([new Date(next).getUTCDay(), new Date(next).getUTCHours()]).toEqual([1, 8]);
    await plantViews(testApp, [{ ...view, at: next - 10 * DAY_MS, pages: { 1: 30_000 } }]);
    const send = () => sendReports(systemContext(testApp.server.services), signal);
    testApp.advanceClock(next - now() - 1_000);
    await send();
    expect(await mailsTo(testApp, owner.email)).toEqual([]);
    testApp.advanceClock(2_000);
    await Promise.all([send(), send()]);
    const [mail, another] = await mailsTo(testApp, owner.email);
    expect(another).toBeUndefined();
    expect(mail.text).toMatch(
      /Bidder A: 1 visit \(±0\), 1 min 30 s in view \(\+1 min\), interest \d+ of 100 \(/,
    );
    const attached = Buffer.from(mail.attachments[0].base64, 'base64').toString();
    expect([mail.attachments[0].name.endsWith('.csv'), attached.includes('Bidder A')]).toEqual([true, true]);
    expect(attached).toContain('Visits: change');
    expect(mail.text + attached).not.toContain('g0-p0@example.test');
    // The session has ended by then.
    const row = await findReport(db, created.body.id);
    expect([(row?.next_at ?? 0) - next, row?.last_sent_at]).toEqual([7 * DAY_MS, now()]);
  });

  test('the weekly report of a room without groups says what all readers did together', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: roomId } = await owner.folder('Deal');
    const file = await owner.file({ folderId: roomId });
    await owner.post('/api/rooms', { folderId: roomId });
    const { now } = testApp.server.services;
    const { body: report } = await owner.post('/api/reports', { roomId });
    const next = Date.parse(report.nextAt);
    const view = (name: string, at: number) => ({ fileId: file.id, viewer: `${name}@example.test`, at });
    await plantViews(testApp, [
      { ...view('one', next - 2 * DAY_MS), pages: { 1: 60_000 } },
      { ...view('two', next - 3 * DAY_MS), pages: { 1: 30_000 } },
    ]);
    const texts = async (passedMs: number) => {
      testApp.advanceClock(passedMs);
      await sendReports(systemContext(testApp.server.services), signal);
      return (await mailsTo(testApp, owner.email)).map(({ text }) => text);
    };
    expect(await texts(next - now() + 1_000)).toEqual([
      expect.stringContaining('2 people, 2 visits, 1 min 30 s in view.'),
    ]);
    expect((await texts(7 * DAY_MS))[1]).toContain('Nobody opened anything.');
  });

  test('weekly reports end when their reader no longer manages the room, and are nobody else’s', async ({
    testApp,
  }) => {
    const { owner, root, url } = await openOldRoom(testApp, 1, 1);
    const manager = await testApp.user();
    await putJson(owner, `${url}/staff/${manager.id}`, { role: 'manager' });
    const { id } = (await manager.post('/api/reports', { roomId: root.id })).body;
    const changed = await manager.patch(`/api/reports/${id}`, { weekday: 5, hour: 17, format: 'xlsx' });
    expect(changed.body).toMatchObject({ weekday: 5, hour: 17, format: 'xlsx' });
    expect((await owner.patch(`/api/reports/${id}`, { hour: 1 })).status).toBe(404);
    expect((await owner.delete(`/api/reports/${id}`)).status).toBe(404);
    expect((await owner.get('/api/reports')).body).toEqual([]);
    await putJson(owner, `${url}/staff/${manager.id}`, { role: 'editor' });
    expect((await manager.get('/api/reports')).body).toEqual([]);
    expect((await manager.patch(`/api/reports/${id}`, { hour: 1 })).status).toBe(404);
    testApp.advanceClock(8 * DAY_MS);
    await sendReports(systemContext(testApp.server.services), signal);
    expect(await mailsTo(testApp, manager.email)).toEqual([]);
    expect(await findReport(testApp.server.services.db, id)).toBeUndefined();
  });

  withoutMail('need a mail server', async ({ testApp }) => {
    const { owner, root } = await openOldRoom(testApp, 1, 1);
    const refused = await owner.post('/api/reports', { roomId: root.id });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'Email is not set up, so that no report can be mailed.',
    ]);
  });
});

unit.each([
  ['before its time on the day', '2026-11-23T07:59:59Z', '2026-11-23T08:00:00.000Z', 'UTC'],
  ['at its time', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00.000Z', 'UTC'],
  ['late on Sunday', '2026-11-22T23:59:00Z', '2026-11-23T08:00:00.000Z', 'UTC'],
  ['where Monday has begun', '2026-11-22T23:30:00Z', '2026-11-23T07:00:00.000Z', 'Europe/Berlin'],
  ['over a change of clocks', '2026-10-20T00:00:00Z', '2026-10-26T07:00:00.000Z', 'Europe/Berlin'],
])('the next report %s', (_when, now, expected, timeZone) => {
  const next = nextReportAt({ weekday: 1, hour: 8, timeZone }, Date.parse(now));
  expect(new Date(next).toISOString()).toBe(expected);
});

import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Creates a folder with one below it, and a function that lets a person view a file for a time on each page. */
async function openRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const room = await owner.folder('Room');
  const inner = await owner.folder('Inner', room.id);
  const member = await testApp.user();
  await testApp.share(room.id, member);
  const look = async (
    person: { post: (url: string, body: unknown) => Promise<{ status: number }> },
    fileId: number,
    times: Readonly<Record<number, number>>,
  ) => {
    testApp.advanceClock(HOUR);
    await person.post(`/api/files/${fileId}/views`, { batch: 1, pages: [] });
    testApp.advanceClock(5 * 60_000);
    const pages = Object.entries(times).map(([page, ms]) => ({ page: Number(page), ms }));
    for (let at = 0; at < pages.length; at += 100)
      await person.post(`/api/files/${fileId}/views`, { batch: 2 + at, pages: pages.slice(at, at + 100) });
  };
  return { owner, member, room, inner, look, url: `/api/folders/${room.id}/activity` };
}

describe('activity of a folder', () => {
  test('totals count the views of others in the folder and below it', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, member, room, inner, look, url } = await openRoom(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [room.id] });
    const [lease, plan] = [
      await owner.file({ folderId: room.id, name: 'Lease.pdf' }),
      await owner.file({ folderId: inner.id, name: 'Plan.pdf' }),
    ];
    await owner.file({ folderId: inner.id, name: 'Unopened.pdf' });
    const elsewhere = await owner.folder('Elsewhere');
    await testApp.share(elsewhere.id, member);
    const outside = await owner.file({ folderId: elsewhere.id });
    await look(member, lease.id, { 1: 1_000, 2: 9_000 });
    await look(visitor, plan.id, { 1: 4_000 });
    await look(visitor, lease.id, {});
    await look(member, outside.id, { 1: 60_000 });
    const { body } = await owner.get(url);
    expect(body).toMatchObject({ files: 3, openedFiles: 2, viewers: 2, views: 3, ms: 14_000 });
    const sum = (name: string) =>
      body.days.reduce((total: number, day: Record<string, number>) => total + (day[name] ?? 0), 0);
    expect([sum('views'), sum('ms')]).toEqual([3, 14_000]);
  });

  test('days begin at midnight of the caller’s clock, and those older than 90 days are left out', async ({
    testApp,
  }) => {
    const { owner, member, room, look, url } = await openRoom(testApp);
    const { id } = await owner.file({ folderId: room.id });
    const { db, now } = testApp.server.services;
    const midnight = now() - (now() % DAY);
    for (const viewedAt of [midnight - 30 * 60_000, midnight - 100 * DAY]) {
      await look(member, id, { 1: 2_000 });
      const newest = db.selectFrom('file_views').select('id').orderBy('id', 'desc').limit(1);
      await db.updateTable('file_views').set({ viewed_at: viewedAt }).where('id', '=', newest).execute();
    }
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const days = async (query: string) => (await owner.get(`${url}${query}`)).body.days;
    expect(await days('')).toEqual([{ day: dayOf(midnight - DAY), views: 1, viewers: 1, ms: 2_000 }]);
    expect(await days('?utcOffset=60')).toMatchObject([{ day: dayOf(midnight) }]);
    expect(await days('?utcOffset=-60')).toMatchObject([{ day: dayOf(midnight - DAY) }]);
    expect((await owner.get(`${url}?utcOffset=900`)).status).toBe(400);
  });

  test('viewers are listed with opened files, time and the file that they viewed longest', async ({
    testApp,
  }) => {
    const { owner, member, room, inner, look, url } = await openRoom(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [room.id] });
    const [lease, plan] = [
      await owner.file({ folderId: room.id, name: 'Lease.pdf' }),
      await owner.file({ folderId: inner.id, name: 'Plan.pdf' }),
    ];
    await look(member, lease.id, { 1: 1_000, 2: 9_000 });
    await look(member, plan.id, { 1: 4_000 });
    await look(visitor, plan.id, {});
    const page = await owner.get(`${url}/viewers?limit=1`);
    expect(page.body).toMatchObject([
      { viewer: { username: 'visitor@example.test' }, openedFiles: 1, views: 1, ms: 0, topFile: null },
    ]);
    const next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    expect((await owner.get(next)).body).toEqual([
      {
        id: expect.any(Number),
        viewer: { username: member.username },
        openedFiles: 2,
        views: 2,
        ms: 14_000,
        firstViewedAt: expect.any(String),
        lastViewedAt: expect.any(String),
        topFile: { id: lease.id, name: 'Lease.pdf', ms: 10_000 },
      },
    ]);
  });

  test('files are listed with the view time of their pages, in at most 20 groups', async ({ testApp }) => {
    const { owner, member, room, inner, look, url } = await openRoom(testApp);
    const [short, long] = [
      await owner.file({ folderId: room.id, name: 'Short.pdf' }),
      await owner.file({ folderId: inner.id, name: 'Long.pdf' }),
    ];
    await look(member, short.id, { 1: 1_000, 3: 9_000 });
    await look(member, long.id, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 1, 1_000])));
    for (const query of ['', '?q=pdf'])
      expect((await owner.get(`${url}/files${query}`)).body).toMatchObject([
        { file: { name: 'Long.pdf' }, ms: 40_000, heat: Array.from({ length: 20 }, () => 2_000) },
        { file: { name: 'Short.pdf' }, viewers: 1, views: 1, ms: 10_000, heat: [1_000, 0, 9_000] },
      ]);
    await owner.delete(`/api/files/${long.id}`);
    expect((await owner.get(`${url}/files`)).body).toHaveLength(1);
  });

  test('views are listed newest first and exported with escaped cells', async ({ testApp }) => {
    const { owner, member, room, look, url } = await openRoom(testApp);
    const { id } = await owner.file({ folderId: room.id, name: '=SUM(A1).pdf' });
    await look(member, id, { 1: 1_500 });
    await look(member, id, {});
    const views = (await owner.get(`${url}/views`)).body;
    expect(views.map(({ ms }: { ms: number }) => ms)).toEqual([0, 1_500]);
    const { bytes } = await owner.get(`${url}/export`);
    const { data } = Papa.parse<string[]>(bytes.toString().replace(/^\uFEFF/, ''), { skipEmptyLines: true });
    expect(data.map(([who, file, , seconds]) => [who, file, seconds])).toEqual([
      ['Viewed by', 'File', 'Seconds in view'],
      [member.username, "'=SUM(A1).pdf", '1.5'],
      [member.username, "'=SUM(A1).pdf", '0'],
    ]);
    const admin = await testApp.user({ isAdmin: true });
    const { body } = await admin.get(`/api/admin/audit?action=folder.activity-export&objectId=${room.id}`);
    expect(body).toMatchObject([{ actor: { name: owner.username }, object: { name: 'Room' } }]);
  });

  test('a collaborator who owns a folder below sees the views there only', async ({ testApp }) => {
    const { owner, member, room, look, url } = await openRoom(testApp);
    const own = await member.folder('Own', room.id);
    const [inside, above] = [
      await member.file({ folderId: own.id }),
      await owner.file({ folderId: room.id }),
    ];
    await look(owner, inside.id, { 1: 1_000 });
    await look(member, above.id, { 1: 2_000 });
    expect((await member.get(url)).status).toBe(403);
    expect((await member.get(`/api/folders/${own.id}/activity`)).body).toMatchObject({ views: 1, ms: 1_000 });
    await testApp.unshare(room.id, member);
    expect((await member.get(`/api/folders/${own.id}/activity`)).status).toBe(404);
  });
});

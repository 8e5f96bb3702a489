import { describe, expect } from 'vitest';
import { addMembers } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { addDays, dateOf } from '#shared/domain/changes/local-time.ts';
import { DAY, openOldRoom, plantViews, sumAt } from '../testing/simulated-room.ts';

const HOUR = 60 * 60_000;
const [FIRST, SECOND, THIRD] = ['g0-p0@example.test', 'g0-p1@example.test', 'g0-p2@example.test'];

/** Opens a room in which the first group viewed for a second a week ago, and for 3 and 4 seconds in this week. */
async function openTwoWeeks(testApp: TestApp) {
  const room = await openOldRoom(testApp, 2, 3);
  const { db, now } = testApp.server.services;
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const today = dateOf(now(), 'UTC');
  const noon = Date.parse(today) + 12 * HOUR;
  const view = (viewer: string | number, daysAgo: number, ms: number, fileId = room.file.id) => ({
    fileId,
    viewer,
    at: Math.min(noon, now()) - daysAgo * DAY,
    pages: { 1: ms },
  });
  await plantViews(testApp, [view(FIRST, 8, 1_000), view(FIRST, 1, 3_000), view(SECOND, 0, 4_000)]);
  const week = `from=${addDays(today, -6)}&to=${today}`;
  const list = async (query: string): Promise<AnalyticsRow[]> =>
    (await room.owner.get(`${room.url}/analytics?${week}&${query}`)).body;
  const total = async (query = week) => (await room.owner.get(`${room.url}/analytics/total?${query}`)).body;
  return { ...room, today, week, view, list, total };
}

describe('comparison with the days before', () => {
  test('the total of a week is beside that of the week before, live and from stored sums', async ({
    testApp,
  }) => {
    const { today, total, groups, week, url, owner } = await openTwoWeeks(testApp);
    const expected = {
      from: addDays(today, -6),
      to: today,
      people: 2,
      views: 2,
      ms: 7_000,
      averageMs: null,
      previous: { from: addDays(today, -13), to: addDays(today, -7), people: 1, views: 1, ms: 1_000 },
    };
    expect(await total()).toMatchObject(expected);
    await sumAt(testApp, 0);
    expect(await total()).toMatchObject(expected);
    expect(await total(`${week}&groupId=${groups[0]?.id}`)).toMatchObject(expected);
    expect(await total(`${week}&groupId=${groups[1]?.id}`)).toMatchObject({ ms: 0, previous: { ms: 0 } });
    // Days to come are not compared.
    const open = `from=${addDays(today, -6)}&to=${addDays(today, 30)}`;
    expect(await total(open)).toMatchObject({ ms: 7_000, previous: expected.previous });
    expect((await owner.get(`${url}/analytics`)).body[0]).not.toHaveProperty('previous');
  });

  test('each group, document and person has the figures of the days before', async ({ testApp }) => {
    const { list, view, owner, inner, groups } = await openTwoWeeks(testApp);
    const other = await owner.file({ folderId: inner.id, name: 'Other.pdf' });
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ published_at: 0 }).execute();
    await plantViews(testApp, [view(THIRD, 9, 500, other.id), view(THIRD, 2, 100, other.id)]);
    const figures = async (query: string) =>
      (await list(query)).map(({ name, ms, previous }) => [name, ms, previous?.ms, previous?.people]);
    expect(await figures('by=group&compare=previous')).toEqual([
      ['Bidder A', 7_100, 1_500, 2],
      ['Bidder 1', 0, 0, 0],
    ]);
    const files = await list('by=file&compare=previous');
    expect(files.map(({ ms, previous }) => [ms, previous?.ms, previous?.views])).toEqual([
      [7_000, 1_000, 1],
      [100, 500, 1],
    ]);
    expect(await figures(`by=person&compare=previous&groupId=${groups[0]?.id}`)).toEqual([
      [SECOND, 4_000, 0, 0],
      [FIRST, 3_000, 1_000, 1],
      [THIRD, 100, 500, 1],
    ]);
    expect(await figures('by=file&compare=previous&limit=1&cursor=1')).toEqual([['Other.pdf', 100, 500, 1]]);
    const [first] = await list('by=group&compare=previous');
    expect(first?.score).toBeGreaterThan(first?.previous?.score ?? Number.POSITIVE_INFINITY);
  });

  test('a room without groups compares people, and its links while persons are hidden', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Deal');
    const file = await owner.file({ folderId: id });
    await owner.post('/api/rooms', { folderId: id });
    const { db, now } = testApp.server.services;
    await db
      .updateTable('folders')
      .set({ created_at: now() - 90 * DAY })
      .where('id', '=', id)
      .execute();
    const targets = [{ kind: 'folder', id }];
    const link = (await owner.post('/api/links', { name: 'Fund X', targets })).body;
    const view = { fileId: file.id, viewer: FIRST, pages: { 1: 1_000 } };
    await plantViews(testApp, [
      { ...view, at: now() - 8 * DAY, pages: { 1: 300 } },
      { ...view, at: now() - DAY },
    ]);
    await db.updateTable('file_views').set({ link_id: link.id }).execute();
    const today = dateOf(now(), 'UTC');
    const query = `from=${addDays(today, -6)}&to=${today}&compare=previous`;
    const rows = async () => (await owner.get(`/api/rooms/${id}/analytics?${query}`)).body;
    const figures = { ms: 1_000, previous: { ms: 300, people: 1 } };
    expect(await rows()).toMatchObject([{ kind: 'person', name: FIRST, ...figures }]);
    await owner.patch(`/api/rooms/${id}`, { settings: { analytics: { hidePersons: true } } });
    expect(await rows()).toMatchObject([{ kind: 'link', name: 'Fund X', ...figures }]);
  });

  test('averages of the days before need three people too', async ({ testApp }) => {
    const { list, total, view } = await openTwoWeeks(testApp);
    await plantViews(testApp, [view(SECOND, 9, 2_000)]);
    const averages = async () => [
      (await list('by=group&compare=previous'))[0]?.previous?.averageMs,
      (await total()).previous.averageMs,
    ];
    expect(await averages()).toEqual([null, null]);
    await plantViews(testApp, [view(THIRD, 10, 3_000)]);
    expect(await averages()).toEqual([2_000, 2_000]);
  });

  test('there is nothing to compare with before the room', async ({ testApp }) => {
    const { list, total, root, today, owner, url } = await openTwoWeeks(testApp);
    const { db, now } = testApp.server.services;
    await db
      .updateTable('folders')
      .set({ created_at: now() - 6 * DAY })
      .where('id', '=', root.id)
      .execute();
    expect(await total()).toMatchObject({ ms: 7_000, previous: null });
    expect(await list('by=group&compare=previous')).toMatchObject([{ previous: null }, { previous: null }]);
    expect(await total(`from=${addDays(today, 1)}&to=${addDays(today, 7)}`)).toMatchObject({
      ms: 0,
      previous: null,
    });
    // The room existed on one of the seven days before.
    await db
      .updateTable('folders')
      .set({ created_at: now() - 7 * DAY })
      .where('id', '=', root.id)
      .execute();
    const days = { from: addDays(today, -13), to: addDays(today, -7) };
    expect((await total()).previous).toMatchObject({ ...days, since: addDays(today, -7) });
    await db
      .updateTable('folders')
      .set({ created_at: now() - 13 * DAY })
      .where('id', '=', root.id)
      .execute();
    expect((await total()).previous).toMatchObject({ ...days, since: null });
    expect((await owner.get(url)).body.createdAt).toBe(new Date(now() - 13 * DAY).toISOString());
  });

  test('day limits are those of the time zone of the room, also where clocks change', async ({ testApp }) => {
    const { owner, url, file } = await openOldRoom(testApp, 1, 1);
    await owner.patch(url, { settings: { analytics: { timeZone: 'Europe/Berlin' } } });
    // Clocks go back on October 25: that day lasts from 22:00 to 23:00 UTC, 25 hours.
    const start = Date.UTC(2026, 9, 24, 22);
    const at = (ms: number) => ({ fileId: file.id, viewer: FIRST, at: ms, pages: { 1: 1_000 } });
    await plantViews(
      testApp,
      [-1, 0, 25 * HOUR - 1, 25 * HOUR, 49 * HOUR - 1, 49 * HOUR].map((offset) => at(start + offset)),
    );
    const day = `${url}/analytics/total?from=2026-10-26&to=2026-10-26`;
    const expected = { views: 2, previous: { from: '2026-10-25', to: '2026-10-25', views: 2 } };
    expect((await owner.get(day)).body).toMatchObject(expected);
    await sumAt(testApp, 0);
    expect((await owner.get(day)).body).toMatchObject(expected);
  });
});

describe('who compares, and what is refused', () => {
  test('no comparison names a person while persons are hidden', async ({ testApp }) => {
    const { owner, url, week, view, groups } = await openTwoWeeks(testApp);
    const member = await testApp.user();
    if (groups[1]) await addMembers(owner, groups[1], member.email);
    await plantViews(testApp, [view(member.id, 8, 1_000)]);
    await owner.patch(url, { settings: { analytics: { hidePersons: true } } });
    for (const by of ['group', 'file']) {
      const { bytes } = await owner.get(`${url}/analytics?${week}&by=${by}&compare=previous`);
      for (const name of [FIRST, member.username, member.email]) expect(bytes.toString()).not.toContain(name);
    }
    const { status, body } = await owner.get(`${url}/analytics?by=person&compare=previous`);
    expect([status, body.error]).toEqual([403, 'Persons are hidden in this room.']);
  });

  test('days are refused with what to do', async ({ testApp }) => {
    const { owner, url } = await openTwoWeeks(testApp);
    const answer = async (query: string) => {
      const { status, body } = await owner.get(`${url}/${query}`);
      return [status, JSON.stringify(body)];
    };
    const refused = (text: string) => [400, expect.stringContaining(text)];
    for (const call of ['analytics?', 'analytics/total?', 'heatmap?', 'analytics/report?format=csv&']) {
      expect(await answer(`${call}from=2026-02-30`)).toEqual(refused('Must be a date such as 2026-11-20'));
      expect(await answer(`${call}from=2026-11-02&to=2026-11-01`)).toEqual(
        refused('The start date is after the end date.'),
      );
    }
    expect(await answer('analytics?by=day&compare=previous')).toEqual(
      refused('Days cannot be compared. Choose groups, people or documents.'),
    );
  });

  test('a group of another room cannot be compared', async ({ testApp }) => {
    const { owner, url } = await openTwoWeeks(testApp);
    const other = await openOldRoom(testApp, 1, 1);
    const { status } = await owner.get(`${url}/analytics/total?groupId=${other.groups[0]?.id}`);
    expect(status).toBe(404);
  });
});

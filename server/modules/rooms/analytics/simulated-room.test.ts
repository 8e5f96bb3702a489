import Papa from 'papaparse';
import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { sumDays } from './sum-days.ts';
import { DAY, openOldRoom, plantViews, sumAt } from './testing/simulated-room.ts';

const SIZE = isFullRun ? { groups: 20, people: 10, days: 60 } : { groups: 5, people: 3, days: 20 };
const FILES = 12;
const HOUR = 60 * 60_000;

/** Spearman's rank correlation of distinct ranks. */
const correlate = (ranks: readonly number[]): number => {
  const n = ranks.length;
  const squares = ranks.reduce((sum, rank, at) => sum + (rank - at) ** 2, 0);
  return 1 - (6 * squares) / (n * (n * n - 1));
};

test('sums equal the views, scores rank the groups by their interest, and exports equal the lists', {
  timeout: 600_000,
}, async ({ testApp }) => {
  const { owner, inner, root, groups, url } = await openOldRoom(testApp, SIZE.groups, SIZE.people);
  const files = [];
  for (let at = 0; at < FILES; at += 1)
    files.push(await owner.file({ folderId: inner.id, name: `Document ${at}.pdf` }));
  await testApp.server.services.db.updateTable('files').set({ published_at: 0 }).execute();
  // The first group is the most interested: more documents, longer, on more days.
  const midnight = testApp.server.services.now() - 12 * HOUR;
  const planted = [];
  for (const [at] of groups.entries())
    for (let person = 0; person < SIZE.people; person += 1)
      for (let day = 0; day < SIZE.days; day += 1) {
        const interest = 1 - at / SIZE.groups;
        if (((day * 7 + person) % SIZE.days) / SIZE.days >= interest) continue;
        const fileId = files[(day + person) % Math.max(1, Math.round(FILES * interest))]?.id ?? 0;
        const ms = Math.round(25_000 * interest) + day;
        planted.push({
          fileId,
          viewer: `g${at}-p${person}@example.test`,
          at: midnight - day * DAY + person * HOUR,
          pages: { 1: ms, 2: ms + 1 },
        });
      }
  await plantViews(testApp, planted);

  const list = async (by: string): Promise<AnalyticsRow[]> =>
    (await owner.get(`${url}/analytics?by=${by}`)).body;
  const sumOf = (rows: readonly AnalyticsRow[], name: 'views' | 'ms' | 'pages' | 'visits') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const ms = planted.reduce((sum, { pages }) => sum + pages[1] + pages[2], 0);
  const expectExact = async () => {
    for (const by of ['group', 'person', 'file', 'day']) {
      const rows = await list(by);
      expect([by, sumOf(rows, 'views'), sumOf(rows, 'ms'), sumOf(rows, 'pages')]).toEqual([
        by,
        planted.length,
        ms,
        2 * planted.length,
      ]);
    }
    return { groups: await list('group'), days: await list('day'), files: await list('file') };
  };
  const live = await expectExact();

  // Ended after the first rooms and days, and repeated: as if it had never been ended.
  const { db, now } = testApp.server.services;
  const ended = new AbortController();
  const steps = { ...systemContext(testApp.server.services), now: () => now() };
  setImmediate(() => ended.abort());
  await sumDays(steps, ended.signal).catch(() => {});
  await expectExact();
  await sumAt(testApp, 0);
  const stored = await db.selectFrom('analytics_daily').selectAll().execute();
  expect(stored.length).toBeGreaterThan(planted.length / 2);
  expect(await expectExact()).toEqual(live);
  await db.updateTable('room_analytics').set({ summed_to: null }).where('room_id', '=', root.id).execute();
  await sumAt(testApp, 0);
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(await db.selectFrom('analytics_daily').selectAll().execute())).toEqual(sorted(stored));

  const ranked = [...live.groups].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const places = groups.map(({ id }) => ranked.findIndex((row) => row.id === id));
  expect(correlate(places)).toBeGreaterThanOrEqual(0.9);
  const score = (await owner.get(`${url}/analytics/score?groupId=${groups[0]?.id}`)).body;
  expect(score).toMatchObject({ score: live.groups.find(({ id }) => id === groups[0]?.id)?.score });
  expect(score.components).toHaveLength(6);

  const { bytes } = await owner.get(`${url}/analytics/report?format=csv`);
  const { data } = Papa.parse<string[]>(bytes.toString().replace(/^\uFEFF/, ''), { skipEmptyLines: true });
  const shown = [...live.groups, ...(await list('person')), ...live.files, ...live.days];
  expect(data.slice(1).map(([, name, people, visits, views]) => [name, people, visits, views])).toEqual(
    shown.map(({ name, people, visits, views }) => [name, people, visits, views].map(String)),
  );
  for (const format of ['pdf', 'xlsx']) {
    const report = await owner.get(`${url}/analytics/report?format=${format}`);
    expect([report.status, report.bytes.length > 1_000]).toEqual([200, true]);
  }
});

test('a day on which clocks change counts once', async ({ testApp }) => {
  const { owner, file, url } = await openOldRoom(testApp, 1, 1);
  await owner.patch(url, { settings: { analytics: { timeZone: 'Europe/Berlin' } } });
  // Clocks go back at 01:00 UTC on October 25: the day has 25 hours, from 22:00 to 23:00 UTC.
  const start = Date.UTC(2026, 9, 24, 22);
  const viewer = 'g0-p0@example.test';
  const hours = Array.from({ length: 27 }, (_, at) => start + (at - 1) * HOUR);
  await plantViews(
    testApp,
    hours.map((at) => ({ fileId: file.id, viewer, at, pages: { 1: 1_000 } })),
  );
  const days = async () =>
    (await owner.get(`${url}/analytics?by=day&from=2026-10-20&to=2026-10-30`)).body.map(
      ({ name, views }: AnalyticsRow) => [name, views],
    );
  const expected = [
    ['2026-10-24', 1],
    ['2026-10-25', 25],
    ['2026-10-26', 1],
  ];
  expect(await days()).toEqual(expected);
  await sumAt(testApp, 0);
  expect(await days()).toEqual(expected);
});

test('views of the first day count once after a change of the time zone', async ({ testApp }) => {
  const { owner, root, file, url } = await openOldRoom(testApp, 1, 1);
  const { db, now } = testApp.server.services;
  // At 03:00 UTC the day before has not ended in Los Angeles.
  const start = now() - (now() % (24 * HOUR)) - 20 * 24 * HOUR + 3 * HOUR;
  await db.updateTable('folders').set({ created_at: start }).where('id', '=', root.id).execute();
  const setZone = (timeZone: string) => owner.patch(url, { settings: { analytics: { timeZone } } });
  await setZone('America/Los_Angeles');
  const at = start + HOUR;
  await plantViews(testApp, [{ fileId: file.id, viewer: 'g0-p0@example.test', at, pages: { 1: 5_000 } }]);
  const from = new Date(start - 5 * 24 * HOUR).toISOString().slice(0, 10);
  const total = async () => (await owner.get(`${url}/analytics/total?from=${from}`)).body;
  const once = { views: 1, ms: 5_000 };
  expect(await total()).toMatchObject(once);
  await sumAt(testApp, 0);
  expect(await total()).toMatchObject(once);
  expect((await setZone('Europe/Berlin')).status).toBe(200);
  expect(await total()).toMatchObject(once);
  await sumAt(testApp, 0);
  expect(await total()).toMatchObject(once);
  expect(await db.selectFrom('analytics_daily').select('views').execute()).toEqual([{ views: 1 }]);
});

import { read } from '@e965/xlsx';
import Papa from 'papaparse';
import { expect } from 'vitest';
import { extractText } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { addDays, dateOf } from '#shared/domain/changes/local-time.ts';
import { DAY, openOldRoom, plantViews } from '../testing/simulated-room.ts';

const [FIRST, SECOND] = ['g0-p0@example.test', 'g0-p1@example.test'];

/**
 * Opens a room in which the first group viewed for a second a week ago, and for 3 and 4 seconds in this week; the second one only
 * a week ago.
 */
async function openTwoWeeks(testApp: TestApp) {
  const { owner, root, file, url } = await openOldRoom(testApp, 2, 2);
  const { db, now } = testApp.server.services;
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const view = (viewer: string, daysAgo: number, ms: number) => ({
    ...{ fileId: file.id, viewer, at: now() - daysAgo * DAY, pages: { 1: ms } },
  });
  await plantViews(testApp, [
    view(FIRST, 8, 1_000),
    view(FIRST, 1, 3_000),
    view(SECOND, 0, 4_000),
    view('g1-p0@example.test', 9, 2_500),
  ]);
  const today = dateOf(now(), 'UTC');
  const week = `from=${addDays(today, -6)}&to=${today}`;
  const report = async (query: string) =>
    (await owner.get(`${url}/analytics/report?${week}&${query}`)).bytes as Buffer;
  /** The cells of a row by their headings. */
  const rowsOf = async (query: string): Promise<Record<string, string>[]> => {
    const text = (await report(`format=csv&${query}`)).toString().replace(/^\uFEFF/, '');
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  };
  return { owner, root, url, today, report, rowsOf };
}

test('a table has each figure of the days before, and the change with its sign', async ({ testApp }) => {
  const { report, rowsOf } = await openTwoWeeks(testApp);
  const rows = await rowsOf('compare=previous');
  const named = (name: string) => rows.find((row) => row['Name'] === name);
  expect(named('Bidder A')).toMatchObject({
    ...{ Views: '2', 'Views in the days before': '1', 'Views: change': '+1' },
    ...{ 'Seconds in view': '7', 'Seconds in view in the days before': '1', 'Seconds in view: change': '+6' },
    ...{ Downloads: '0', 'Downloads: change': '0' },
    // Two people have no average.
    ...{ 'Seconds for each person': '–', 'Seconds for each person: change': '' },
  });
  expect(named('Bidder 1')).toMatchObject({
    ...{ Views: '0', 'Views: change': '-1', 'Seconds in view: change': '-2.5' },
  });
  expect(rows.find(({ Kind }) => Kind === 'Document')).toMatchObject({ 'Views: change': '0' });
  expect(rows.find(({ Kind }) => Kind === 'Day')).toMatchObject({
    'Views in the days before': '',
    'Views: change': '',
  });
  const sheet =
    read(await report('format=xlsx&compare=previous'), { cellNF: true }).Sheets['Analytics'] ?? {};
  const signed = Object.values(sheet).filter((cell) => cell?.z === '+0;-0;0');
  expect(signed.map(({ t, w }) => `${t} ${w}`)).toEqual(expect.arrayContaining(['n +1', 'n +6', 'n -1']));
  const [without] = await rowsOf('');
  expect(Object.keys(without ?? {}).filter((heading) => /before|change/.test(heading))).toEqual([]);
});

test('the PDF names the days before, and has the change of each figure', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { root, report, today } = await openTwoWeeks(testApp);
  const textOf = async (query: string) => {
    const { blocks } = await extractText('pdf', await report(`format=pdf${query}`));
    return blocks.map(({ text }) => text).join('\n');
  };
  const text = await textOf('&compare=previous');
  expect(text).toContain(`${addDays(today, -13)} to ${addDays(today, -7)}`);
  for (const figure of ['2 (±0) people', '7 s (+4 s) in view', '7 s (+6 s)', '0 s (-3 s)'])
    expect(text).toContain(figure);
  expect(await textOf('')).not.toContain('In parentheses');
  expect(text).not.toContain('the room began');
  const { db, now } = testApp.server.services;
  const start = now() - 10 * DAY;
  await db.updateTable('folders').set({ created_at: start }).where('id', '=', root.id).execute();
  expect(await textOf('&compare=previous')).toContain(`the room began on ${addDays(today, -10)}`);
});

test('a report on days before which there was no room compares nothing', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { root, rowsOf, report } = await openTwoWeeks(testApp);
  const { db, now } = testApp.server.services;
  const createdAt = now() - 6 * DAY;
  await db.updateTable('folders').set({ created_at: createdAt }).where('id', '=', root.id).execute();
  const rows = await rowsOf('compare=previous');
  expect(new Set(rows.flatMap((row) => [row['Views: change'], row['Views in the days before']]))).toEqual(
    new Set(['']),
  );
  expect((await report('format=pdf&compare=previous')).length).toBeGreaterThan(1_000);
});

test('a compared report names no person while persons are hidden', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { owner, url, report } = await openTwoWeeks(testApp);
  await owner.patch(url, { settings: { analytics: { hidePersons: true } } });
  expect((await report('format=csv&compare=previous')).toString()).not.toContain('@example.test');
});

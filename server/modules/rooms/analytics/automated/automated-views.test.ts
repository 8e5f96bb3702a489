import { expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { DAY, openOldRoom, plantViews, sumAt } from '../testing/simulated-room.ts';

const MINUTE = 60_000;
const [CRAWLER, READER] = ['g0-p0@example.test', 'g0-p1@example.test'];

/** Opens a room of two documents that a program of a member opened, among 61 views within a minute. */
async function openCrawledRoom(testApp: TestApp, ageMs: number) {
  const room = await openOldRoom(testApp, 1, 2);
  const { owner, inner, file, url, groups } = room;
  const other = await owner.file({ folderId: inner.id, name: 'Other.pdf' });
  const { db, now } = testApp.server.services;
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const at = now() - ageMs;
  const crawl = Array.from({ length: 61 }, (_, nth) => ({
    fileId: nth % 2 === 0 ? file.id : other.id,
    viewer: CRAWLER,
    at: at + nth * 900,
    pages: { 1: 1_000 },
  }));
  await plantViews(testApp, crawl);
  const unread = async (query = '') =>
    (await owner.get(`${url}/unread${query}`)).body.map(({ id }: { id: number }) => id);
  const cells = async () =>
    (await owner.get(`/api/files/${file.id}/heatmap`)).body.pages.flatMap(
      (page: { cells: object[] }) => page.cells,
    );
  return { ...room, groupId: groups[0]?.id, other, at, unread, cells };
}

test('documents that a program opened are unread, and have no time by page', async ({ testApp }) => {
  const { file, other, groupId, at, unread, cells } = await openCrawledRoom(testApp, 10 * MINUTE);
  const ofGroup = `?groupId=${groupId}`;
  const both = [file.id, other.id];
  expect([await unread(), await unread(ofGroup), await cells()]).toEqual([both, both, []]);
  // The same person by hand, and somebody else.
  await plantViews(testApp, [
    { fileId: file.id, viewer: CRAWLER, at: at - 5 * MINUTE, pages: { 1: 2_000 } },
    { fileId: file.id, viewer: READER, at, pages: { 1: 3_000 } },
  ]);
  expect([await unread(), await unread(ofGroup)]).toEqual([[other.id], [other.id]]);
  expect(await cells()).toEqual([{ groupId, ms: 5_000, viewers: 2 }]);
});

test('documents that a program opened stay unread once their day is summed', async ({ testApp }) => {
  const { file, other, groupId, unread, cells, root } = await openCrawledRoom(testApp, 3 * DAY);
  await sumAt(testApp, 0);
  const { db } = testApp.server.services;
  const sums = db.selectFrom('analytics_daily').select('is_automated').where('room_id', '=', root.id);
  expect((await sums.execute()).map(({ is_automated }) => is_automated)).toEqual([1, 1]);
  const both = [file.id, other.id];
  expect([await unread(), await unread(`?groupId=${groupId}`), await cells()]).toEqual([both, both, []]);
});

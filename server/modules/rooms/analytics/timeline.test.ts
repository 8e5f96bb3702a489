import { expect } from 'vitest';
import { addMembers, membersOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { TimelineEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { openOldRoom, plantViews } from './testing/simulated-room.ts';

/** Opens a room with a member; `view` records a view of its file by this member. */
async function openTimeline(testApp: TestApp) {
  const { owner, file, groups, url } = await openOldRoom(testApp, 1, 1);
  const { db, now } = testApp.server.services;
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const [group] = groups;
  if (!group) throw new Error('There is one group');
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const found = (await membersOf(owner, group)).find(({ email }) => email === member.email);
  const view = (at: number) => plantViews(testApp, [{ fileId: file.id, viewer: member.id, at }]);
  return { owner, member, view, now: now(), timeline: `${url}/analytics/people/${found?.id}` };
}

test('entries that are added meanwhile do not shift the pages of a timeline', async ({ testApp }) => {
  const { owner, member, view, now, timeline } = await openTimeline(testApp);
  // Entries of one instant are on different pages.
  for (const at of [now - 2, now - 1, now, now, now]) await view(at);
  expect((await member.get('/api/search?query=rent')).status).toBe(200);
  const whole: TimelineEntry[] = (await owner.get(timeline)).body;
  expect(whole.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  const read: TimelineEntry[] = [];
  for (let next = `${timeline}?limit=1`; next !== '' && read.length < 10; ) {
    const page = await owner.get(next);
    read.push(...page.body);
    next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    await view(now + read.length);
  }
  expect(read).toEqual(whole);
});

test('a page of a timeline begins after an entry that the Link header named', async ({ testApp }) => {
  const { owner, timeline } = await openTimeline(testApp);
  for (const cursor of ['1', '1-2-visit-3', '1-2-view']) {
    const { status, body } = await owner.get(`${timeline}?cursor=${cursor}`);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('Must come from the Link header'),
    ]);
  }
});

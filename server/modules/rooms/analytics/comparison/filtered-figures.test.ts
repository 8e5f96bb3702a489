import { expect } from 'vitest';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { addMembers } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { AnalyticsRow, UnreadEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { openOldRoom, plantViews } from '../testing/simulated-room.ts';

const MINUTE = 60_000;

/** Opens a room with documents of which the first is read for the longest. */
async function openStage(testApp: TestApp, names: readonly string[]) {
  const room = await openOldRoom(testApp, 2, 2);
  const { db, now } = testApp.server.services;
  const ids: number[] = [];
  for (const name of names) ids.push((await room.owner.file({ name, folderId: room.deep.id })).id);
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const views = ids.map((fileId, at) => ({
    fileId,
    viewer: `g0-p${at % 2}@example.test`,
    at: now() - (at + 1) * MINUTE,
    pages: { 1: 100_000 - at * 1_000 },
  }));
  await plantViews(testApp, views);
  const find = async (path: string, query: Record<string, string>): Promise<string[]> =>
    (await room.owner.get(`${room.url}/${path}?${new URLSearchParams(query)}`)).body.map(
      ({ name, words }: { name?: string; words?: string }) => name ?? words,
    );
  return { ...room, find };
}

test('figures are filtered by the names of documents, groups and people', async ({ testApp }) => {
  const { find } = await openStage(testApp, ['Lease Zürich.pdf', 'Permit.pdf', 'Lease Bern.pdf']);
  const files = (q: string) => find('analytics', { by: 'file', q });
  expect(await files('lease')).toEqual(['Lease Zürich.pdf', 'Lease Bern.pdf']);
  expect(await files('zurich LEASE')).toEqual(['Lease Zürich.pdf']);
  expect(await files('%')).toEqual([]);
  expect(await find('analytics', { by: 'group', q: 'bidder 1' })).toEqual(['Bidder 1']);
  expect(await find('analytics', { by: 'person', q: 'P1' })).toEqual(['g0-p1@example.test']);
});

test('pages of filtered figures follow each other, with those of the days before', async ({ testApp }) => {
  const names = ['Lease 1.pdf', 'Permit.pdf', 'Lease 2.pdf', 'Plan.pdf', 'Lease 3.pdf'];
  const { owner, url } = await openStage(testApp, names);
  const rows = await readPages<AnalyticsRow>(
    owner,
    `${url}/analytics?by=file&q=lease&limit=1&compare=previous`,
  );
  expect(rows.map(({ name, views, previous }) => [name, views, previous?.views])).toEqual([
    ['Lease 1.pdf', 1, 0],
    ['Lease 2.pdf', 1, 0],
    ['Lease 3.pdf', 1, 0],
  ]);
});

test('hidden persons are not found by a filter', async ({ testApp }) => {
  const { owner, url } = await openStage(testApp, ['Lease.pdf']);
  await owner.patch(url, { settings: { analytics: { hidePersons: true } } });
  expect((await owner.get(`${url}/analytics?by=person&q=p0`)).status).toBe(403);
  const unrelated = await testApp.user();
  for (const path of ['analytics?by=file&q=lease', 'unread?q=lease', 'analytics/searches?q=lease'])
    expect((await unrelated.get(`${url}/${path}`)).status).toBe(404);
});

test('unread documents are filtered by their names and folders, page by page', async ({ testApp }) => {
  const { owner, url, deep, groups, find } = await openStage(testApp, []);
  for (const name of ['Ärger.pdf', 'Lease 1.pdf', 'Plan.pdf', 'Lease 2.pdf'])
    await owner.file({ name, folderId: deep.id });
  await testApp.server.services.db.updateTable('files').set({ published_at: 0 }).execute();
  expect(await find('unread', { q: 'arger' })).toEqual(['Ärger.pdf']);
  expect(await find('unread', { q: 'lease', groupId: String(groups[0]?.id) })).toEqual([
    'Lease 1.pdf',
    'Lease 2.pdf',
  ]);
  const rows = await readPages<UnreadEntry>(owner, `${url}/unread?q=lease&limit=1`);
  expect(rows.map(({ name }) => name)).toEqual(['Lease 1.pdf', 'Lease 2.pdf']);
  const [{ folderName } = { folderName: '' }] = rows;
  expect(await find('unread', { q: `${folderName} plan` })).toEqual(['Plan.pdf']);
});

test('searched words are filtered, page by page', async ({ testApp }) => {
  const { owner, url, groups } = await openStage(testApp, []);
  const member = await testApp.user();
  const [group] = groups;
  if (!group) throw new Error('There are two groups');
  await addMembers(owner, group, member.email);
  await owner.patch(url, { settings: { analytics: { recordSearchWords: true } } });
  for (const words of ['pending litigation', 'notice period', 'Litigation costs'])
    expect((await member.get(`/api/search?query=${encodeURIComponent(words)}`)).status).toBe(200);
  const rows = await readPages<{ words: string }>(owner, `${url}/analytics/searches?q=LITIGATION&limit=1`);
  expect(rows.map(({ words }) => words)).toEqual(['Litigation costs', 'pending litigation']);
});

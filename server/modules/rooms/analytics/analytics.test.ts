import { describe, expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { openOldRoom, plantViews } from './testing/simulated-room.ts';

const MINUTE = 60_000;
const [FIRST, SECOND, THIRD] = ['g0-p0@example.test', 'g0-p1@example.test', 'g0-p2@example.test'];

async function openStage(testApp: TestApp) {
  const room = await openOldRoom(testApp, 2, 3);
  const now = testApp.server.services.now();
  const { db } = testApp.server.services;
  const publish = () => db.updateTable('files').set({ published_at: 0 }).execute();
  await publish();
  const first = async (query = ''): Promise<AnalyticsRow> =>
    (await room.owner.get(`${room.url}/analytics${query}`)).body[0];
  return { ...room, now, first, publish };
}

describe('figures of a room', () => {
  test('views of staff and administrators do not count', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, root, file, now, first } = await openStage(testApp);
    const [admin, editor] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    await testApp.share(root.id, editor);
    const views = [owner.id, admin.id, editor.id, FIRST].map((viewer) => ({
      fileId: file.id,
      viewer,
      at: now - MINUTE,
      pages: { 1: 5_000 },
    }));
    await plantViews(testApp, views);
    expect(await first()).toMatchObject({ name: 'Bidder A', people: 1, views: 1, ms: 5_000 });
  });

  test('members count unless an invitation to all folders reaches this room', async ({ testApp }) => {
    const { owner, file, groups, now, first } = await openStage(testApp);
    const [member, other] = [await testApp.user(), await testApp.user()];
    if (groups[0]) await addMembers(owner, groups[0], member.email);
    await plantViews(testApp, [{ fileId: file.id, viewer: member.id, at: now, pages: { 1: 5_000 } }]);
    const { invitationId } = await testApp.visitor({ inviter: other, allFolders: true });
    const people = async (invitation: { inviter_id: number; revoked_at: number | null }) => {
      const accepted = { role: 'collaborator', accepted_by_id: member.id, ...invitation } as const;
      const invitations = testApp.server.services.db.updateTable('invitations');
      await invitations.set(accepted).where('id', '=', invitationId).execute();
      return (await first()).people;
    };
    expect(await people({ inviter_id: other.id, revoked_at: null })).toBe(1);
    expect(await people({ inviter_id: owner.id, revoked_at: now })).toBe(1);
    expect(await people({ inviter_id: owner.id, revoked_at: null })).toBe(0);
  });

  test('a visit ends after 30 minutes without a view, and averages need three people', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { file, now, first } = await openStage(testApp);
    const view = (viewer: string, minutes: number) => ({
      fileId: file.id,
      viewer,
      at: now - minutes * MINUTE,
      pages: { 1: 3_000 },
    });
    await plantViews(testApp, [view(FIRST, 100), view(FIRST, 80), view(FIRST, 40), view(SECOND, 5)]);
    expect(await first()).toMatchObject({ visits: 3, views: 4, people: 2, averageMs: null });
    await plantViews(testApp, [view(THIRD, 5)]);
    expect(await first()).toMatchObject({ visits: 4, people: 3, averageMs: 5_000 });
  });

  test('a client that opens more than 60 files within a minute counts separately', async ({ testApp }) => {
    const { file, now, first } = await openStage(testApp);
    const burst = (viewer: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ fileId: file.id, viewer, at: now - 90_000 + at * 900 }));
    await plantViews(testApp, [...burst(FIRST, 61), ...burst(SECOND, 60)]);
    expect(await first()).toMatchObject({ people: 1, views: 60, automatedViews: 61 });
  });

  test('the day ends the range, and a range that is reversed or too long is refused', async ({ testApp }) => {
    const { owner, url } = await openStage(testApp);
    const message = async (query: string) => {
      const { status, body } = await owner.get(`${url}/analytics?${query}`);
      return [status, body.error];
    };
    expect(await message('from=2026-11-02&to=2026-11-01')).toEqual([
      400,
      'The start date is after the end date.',
    ]);
    expect(await message('by=day&from=2025-11-01&to=2026-11-02')).toEqual([400, 'Choose at most 366 days.']);
    expect(await message('by=day&from=2025-11-02&to=2026-11-02')).toEqual([200, undefined]);
  });

  test('questions count for the room of the group, also without an answer', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, groups, first } = await openStage(testApp);
    const member = await testApp.user();
    const [, second] = groups;
    if (!second) throw new Error('There are two groups');
    await addMembers(owner, second, member.email);
    const query = 'What is the "answered":true,"roomId":1, of xylophones?';
    expect((await member.get(`/api/search?query=${encodeURIComponent(query)}`)).status).toBe(200);
    expect(await first(`?groupId=${second.id}`)).toMatchObject({ questions: 1, unansweredSearches: 1 });
  });

  test('a room without groups lists people and links', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Deal');
    const file = await owner.file({ folderId: id });
    await owner.post('/api/rooms', { folderId: id });
    const at = testApp.server.services.now();
    await plantViews(testApp, [{ fileId: file.id, viewer: 'guest@example.test', at, pages: { 1: 1_000 } }]);
    const rows = (await owner.get(`/api/rooms/${id}/analytics`)).body;
    expect(rows).toMatchObject([{ kind: 'person', name: 'guest@example.test', ms: 1_000 }]);
  });
});

describe('heat maps and unread documents', () => {
  test('time is shown by folder and by page for each group, in at most 200 ranges', async ({ testApp }) => {
    const { owner, inner, deep, file, groups, url, now } = await openStage(testApp);
    const below = await owner.file({ folderId: deep.id });
    const view = { fileId: file.id, viewer: FIRST, at: now };
    await plantViews(testApp, [
      { ...view, pages: { 1: 1_000, 401: 2_000, 10000: 1 } },
      { ...view, fileId: below.id, viewer: 'g1-p0@example.test', pages: { 1: 4_000 } },
    ]);
    const ids = groups.map(({ id }) => id);
    const heat = (await owner.get(`${url}/heatmap`)).body;
    expect(heat.groups.map(({ groupId }: { groupId: number }) => groupId)).toEqual(
      expect.arrayContaining(ids),
    );
    expect(heat.folders).toMatchObject([{ id: inner.id, name: 'Finance' }]);
    expect(heat.folders[0].cells).toEqual(
      expect.arrayContaining([
        { groupId: ids[0], ms: 3_001, viewers: 1 },
        { groupId: ids[1], ms: 4_000, viewers: 1 },
      ]),
    );
    const pages = (await owner.get(`/api/files/${file.id}/heatmap`)).body.pages;
    expect(pages).toHaveLength(135);
    expect(pages[0]).toEqual({ from: 1, to: 3, cells: [{ groupId: ids[0], ms: 1_000, viewers: 1 }] });
    expect(pages.at(-1)).toMatchObject({ from: 402, to: 10_000, cells: [{ ms: 1 }] });
    const other = await owner.folder('Elsewhere');
    expect((await owner.get(`${url}/heatmap?folderId=${other.id}`)).status).toBe(404);
  });

  test('unread is what a group may open now and has not, or only in an earlier version', async ({
    testApp,
  }) => {
    const { owner, root, inner, file, groups, url, now, publish } = await openStage(testApp);
    const hidden = await owner.file({ folderId: root.id, name: 'Hidden.pdf' });
    const old = await owner.file({ folderId: inner.id, name: 'Old.pdf' });
    await publish();
    const unread = async (query: string) =>
      (await owner.get(`${url}/unread${query}`)).body.map(({ id, state }: { id: number; state: string }) => [
        id,
        state,
      ]);
    const ofFirst = `?groupId=${groups[0]?.id}`;
    expect(await unread(ofFirst)).toEqual([
      [file.id, 'not-opened'],
      [old.id, 'not-opened'],
    ]);
    await plantViews(testApp, [
      { fileId: file.id, viewer: FIRST, at: now },
      { fileId: old.id, viewer: FIRST, at: now },
    ]);
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ current_version: 2 }).where('id', '=', old.id).execute();
    expect(await unread(ofFirst)).toEqual([[old.id, 'earlier-version']]);
    expect(await unread(`?groupId=${groups[1]?.id}`)).toHaveLength(2);
    const all = [
      [hidden.id, 'not-opened'],
      [old.id, 'earlier-version'],
    ];
    expect(await unread('')).toEqual(all);
    // Drafts, also below a folder that is one, and what will be published later can be opened by nobody.
    const draft = await owner.folder('Draft', root.id);
    const [, later] = [await owner.file({ folderId: root.id }), await owner.file({ folderId: draft.id })];
    const setPublished = (at: number) =>
      db.updateTable('files').set({ published_at: at }).where('id', '=', later.id).execute();
    await setPublished(0);
    expect(await unread('')).toEqual(all);
    await db.updateTable('folders').set({ published_at: 0 }).execute();
    expect(await unread('')).toEqual([...all, [later.id, 'not-opened']]);
    await setPublished(now + MINUTE);
    expect(await unread('')).toEqual(all);
  });
});

describe('who sees analytics', () => {
  test('no answer, export or mail names a person while persons are hidden', async ({ testApp }) => {
    const { owner, root, file, groups, url, now } = await openStage(testApp);
    const member = await testApp.user();
    if (groups[1]) await addMembers(owner, groups[1], member.email);
    await plantViews(testApp, [
      { fileId: file.id, viewer: FIRST, at: now, pages: { 1: 1_000 } },
      { fileId: file.id, viewer: member.id, at: now, pages: { 1: 1_000 } },
    ]);
    const members = (await owner.get(`/api/groups/${groups[0]?.id}/members`)).body;
    const timeline = `${url}/analytics/people/${members[0].id}`;
    expect((await owner.get(timeline)).body).toMatchObject([
      { kind: 'view', file: { id: file.id }, ms: 1_000 },
    ]);
    const urls = [
      `${url}/analytics`,
      `${url}/analytics?by=person`,
      `${url}/analytics?by=file`,
      `${url}/analytics/report?format=csv`,
      `${url}/heatmap`,
      `${url}/unread`,
      `/api/files/${file.id}/heatmap`,
      `/api/files/${file.id}/views`,
      `/api/files/${file.id}/viewers`,
      `/api/files/${file.id}/views/export`,
      `/api/folders/${root.id}/activity`,
      `/api/folders/${root.id}/activity/viewers`,
      `/api/folders/${root.id}/activity/views`,
      `/api/folders/${root.id}/activity/export`,
      '/api/file-views/owner',
    ];
    const readAll = async () => {
      let text = '';
      for (const each of urls) text += (await owner.get(each)).bytes.toString();
      return text;
    };
    expect(await readAll()).toContain(FIRST);
    await owner.patch(url, { settings: { analytics: { hidePersons: true } } });
    const hidden = await readAll();
    for (const name of [FIRST, member.username, member.email]) expect(hidden).not.toContain(name);
    for (const each of [timeline, `${url}/analytics?by=person`]) {
      const { status, body } = await owner.get(each);
      expect([status, body.error]).toEqual([403, 'Persons are hidden in this room.']);
    }
    expect((await owner.get(`${url}/analytics`)).body).toHaveLength(2);
  });

  test('weights are numbers from 0 to 10, and 0 switches a component off', async ({ testApp }) => {
    const { owner, file, url, now, first, groups } = await openStage(testApp);
    await plantViews(testApp, [{ fileId: file.id, viewer: FIRST, at: now, pages: { 1: 15_000 } }]);
    const setWeights = (weights: object) => owner.patch(url, { settings: { analytics: { weights } } });
    const refused = await setWeights({ depth: 11 });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('A weight is a number from 0 to 10.'),
    ]);
    await setWeights({ coverage: 0, return: 0, breadth: 0, questions: 0, trend: 0 });
    expect(await first()).toMatchObject({ score: 50 });
    const { components } = (await owner.get(`${url}/analytics/score?groupId=${groups[0]?.id}`)).body;
    expect(components).toContainEqual({ name: 'depth', value: 0.5, weight: 1 });
    await setWeights({ depth: 0 });
    expect(await first()).toMatchObject({ score: null });
  });

  test('groups, other rooms, excluded administrators and tokens for other folders get 404', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, file, groups, url } = await openStage(testApp);
    const [member, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    if (groups[0]) await addMembers(owner, groups[0], member.email);
    const other = await openStage(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    const token = await createTokenClient(testApp.server, owner, {
      scope: 'read',
      folderIds: [elsewhere.id],
    });
    const calls = [`${url}/analytics`, `${url}/heatmap`, `${url}/unread`, `/api/files/${file.id}/heatmap`];
    expect((await admin.get(`${url}/analytics`)).status).toBe(200);
    await owner.patch(url, { settings: { administratorsCanRead: false } });
    for (const client of [member, admin, other.owner, token])
      for (const call of calls) expect([call, (await client.get(call)).status]).toEqual([call, 404]);
    const foreign = other.groups[0]?.id;
    for (const call of ['analytics', 'unread', 'analytics/score'])
      expect((await owner.get(`${url}/${call}?groupId=${foreign}`)).status).toBe(404);
    const [theirs] = (await other.owner.get(`/api/groups/${foreign}/members`)).body;
    expect((await owner.get(`/api/rooms/${root.id}/analytics/people/${theirs.id}`)).status).toBe(404);
  });
});

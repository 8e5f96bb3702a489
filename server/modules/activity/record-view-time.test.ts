import { describe, expect } from 'vitest';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RECORDED = { recorded: true };

let batch = 0;
/** A batch as the viewer page sends it. */
const makeBatch = (pages: Record<number, number>) => {
  batch += 1;
  return { batch, pages: Object.entries(pages).map(([page, ms]) => ({ page: Number(page), ms })) };
};

async function openShared(testApp: TestApp) {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  const reader = await testApp.user();
  await testApp.share(folderId, reader);
  const { id } = await owner.file({ folderId, name: 'deed.pdf' });
  return { owner, folderId, reader, id, url: `/api/files/${id}/views` };
}

/** Returns the times of each view as its owner sees them, newest first. */
const timesIn = async (owner: { get(url: string): Promise<{ body: { pages: object[] }[] }> }, url: string) =>
  (await owner.get(url)).body.map(({ pages }) => pages);

describe('recording of view times', () => {
  test('view times begin a view, or continue the one that the download began', async ({ testApp }) => {
    const { owner, reader, id, url } = await openShared(testApp);
    expect((await reader.post(url, makeBatch({}))).body).toEqual(RECORDED);
    await reader.get(`/api/files/${id}/view`);
    await reader.post(url, makeBatch({ 2: 3_000 }));
    testApp.advanceClock(5_000);
    await reader.post(url, makeBatch({ 2: 1_000, 3: 4_000 }));
    expect(await timesIn(owner, url)).toEqual([
      [
        { page: 2, ms: 4_000 },
        { page: 3, ms: 4_000 },
      ],
    ]);
  });

  test('a view continues while batches arrive, for a day at most', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, reader, id, url } = await openShared(testApp);
    const hear = async (ms: number) => {
      testApp.advanceClock(ms);
      await reader.post(url, makeBatch({ 1: 1_000 }));
      await reader.get(`/api/files/${id}/view`);
      return timesIn(owner, url);
    };
    for (let passed = 0; passed < 60 * MINUTE; passed += 9 * MINUTE) await hear(9 * MINUTE);
    expect(await hear(9 * MINUTE)).toEqual([[{ page: 1, ms: 8_000 }]]);
    expect(await hear(10 * MINUTE)).toHaveLength(2);
    for (let passed = 0; passed < DAY - 9 * MINUTE; passed += 9 * MINUTE)
      expect(await hear(9 * MINUTE)).toHaveLength(2);
    expect(await hear(9 * MINUTE)).toHaveLength(3);
  });

  test('view times of an owner are not recorded', async ({ testApp }) => {
    const { owner, url } = await openShared(testApp);
    expect((await owner.post(url, makeBatch({ 1: 1_000 }))).body).toEqual({ recorded: false });
    expect(await timesIn(owner, url)).toEqual([]);
  });

  test('view times of a visitor are recorded, also for a view-only file', async ({ testApp }) => {
    const { owner, folderId } = await openShared(testApp);
    const { id } = await owner.file({ folderId, name: 'closed.pdf', allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId] });
    const url = `/api/files/${id}/views`;
    expect((await visitor.post(url, makeBatch({ 7: 2_000 }))).body).toEqual(RECORDED);
    expect((await owner.get(url)).body).toMatchObject([
      { viewer: { username: 'visitor@example.test' }, ms: 2_000, pages: [{ page: 7, ms: 2_000 }] },
    ]);
  });

  test('view times add no further audit event to their view', async ({ testApp }) => {
    const { reader, id, url } = await openShared(testApp);
    await reader.post(url, makeBatch({ 1: 1_000 }));
    await reader.get(`/api/files/${id}/view`);
    testApp.advanceClock(5_000);
    await reader.post(url, makeBatch({ 1: 1_000 }));
    const { db } = testApp.server.services;
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .where('object_kind', '=', 'file')
      .orderBy('position')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['file.upload', 'file.view']);
  });
});

describe('a batch of view times', () => {
  test('a repeated batch counts once, also when both arrive at the same time', async ({ testApp }) => {
    const { owner, reader, url } = await openShared(testApp);
    const first = makeBatch({ 1: 1_000 });
    await Promise.all([reader.post(url, first), reader.post(url, first)]);
    const second = makeBatch({ 1: 2_000 });
    for (const body of [second, first, second]) expect((await reader.post(url, body)).body).toEqual(RECORDED);
    expect(await timesIn(owner, url)).toEqual([[{ page: 1, ms: 3_000 }]]);
  });

  test("a batch with the number of another viewer's batch counts as well", async ({ testApp }) => {
    const { owner, folderId, reader, url } = await openShared(testApp);
    const other = await testApp.user();
    await testApp.share(folderId, other);
    const same = makeBatch({ 1: 1_000 });
    for (const one of [reader, other]) await one.post(url, same);
    expect(await timesIn(owner, url)).toEqual([[{ page: 1, ms: 1_000 }], [{ page: 1, ms: 1_000 }]]);
  });

  test('batches of two windows at once add to one view', async ({ testApp }) => {
    const { owner, reader, url } = await openShared(testApp);
    await Promise.all([1, 2, 3, 4].map((page) => reader.post(url, makeBatch({ [page]: 1_000 }))));
    expect((await timesIn(owner, url)).map((pages) => pages.length)).toEqual([4]);
  });

  test('batches never exceed the time since the view began', async ({ testApp }) => {
    const { owner, reader, url } = await openShared(testApp);
    await reader.post(url, makeBatch({ 1: 10 * MINUTE, 2: 10 * MINUTE }));
    for (let at = 0; at < 20; at += 1) await reader.post(url, makeBatch({ 3: 9_000 }));
    expect(await timesIn(owner, url)).toEqual([[{ page: 1, ms: 10_000 }]]);
    testApp.advanceClock(MINUTE);
    await reader.post(url, makeBatch({ 3: 10 * MINUTE, 4: 1_000 }));
    expect(await timesIn(owner, url)).toEqual([
      [
        { page: 3, ms: MINUTE },
        { page: 1, ms: 10_000 },
      ],
    ]);
  });

  test.for([
    ['a negative time', { batch: 1, pages: [{ page: 1, ms: -5 }] }],
    ['a fraction of a millisecond', { batch: 1, pages: [{ page: 1, ms: 0.5 }] }],
    ['more than ten minutes', { batch: 1, pages: [{ page: 1, ms: 600_001 }] }],
    ['the page 0', { batch: 1, pages: [{ page: 0, ms: 5 }] }],
    ['a page above the maximum', { batch: 1, pages: [{ page: 10_001, ms: 5 }] }],
    ['a repeated page', { batch: 1, pages: [1, 1].map((page) => ({ page, ms: 5 })) }],
    [
      'too many pages',
      { batch: 1, pages: Array.from({ length: 101 }, (_, at) => ({ page: at + 1, ms: 5 })) },
    ],
    ['no batch number', { pages: [] }],
    ["another's view", { batch: 1, viewId: 1, pages: [] }],
  ] as const)('a batch with %s is refused', async ([, body], { testApp }) => {
    const { owner, reader, url } = await openShared(testApp);
    expect((await reader.post(url, body)).status).toBe(400);
    expect(await timesIn(owner, url)).toEqual([]);
  });

  test('a batch from another site is refused, and one that a closing page sends is accepted', async ({
    testApp,
  }) => {
    const { owner, reader, url } = await openShared(testApp);
    const send = (headers: Record<string, string>) =>
      reader.send({
        method: 'POST',
        url,
        payload: JSON.stringify(makeBatch({ 1: 1_000 })),
        headers: { 'content-type': 'application/json', host: 'room.test', ...headers },
      });
    for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send(headers)).status).toBe(403);
    const ours = { origin: 'http://room.test', 'sec-fetch-site': 'same-origin' };
    expect((await send(ours)).body).toEqual(RECORDED);
    expect(await timesIn(owner, url)).toEqual([[{ page: 1, ms: 1_000 }]]);
  });

  test('a batch is refused as not found after the right was revoked, or without one', async ({ testApp }) => {
    const { owner, folderId, reader, url } = await openShared(testApp);
    await reader.post(url, makeBatch({ 1: 1_000 }));
    await testApp.unshare(folderId, reader);
    const absent = await reader.post('/api/files/999999/views', makeBatch({}));
    for (const unrelatedUser of [reader, await testApp.user()]) {
      const { status, body } = await unrelatedUser.post(url, makeBatch({ 1: 1_000 }));
      expect([status, body]).toEqual([404, absent.body]);
    }
    expect(await timesIn(owner, url)).toEqual([[{ page: 1, ms: 1_000 }]]);
  });

  test('a batch is refused after three thousand in a quarter of an hour', async ({ testApp }) => {
    const { owner, reader, url } = await openShared(testApp);
    await reader.post(url, makeBatch({}));
    await testApp.server.services.db.updateTable('attempt_counts').set({ attempts: 3_000 }).execute();
    expect((await reader.post(url, makeBatch({ 1: 1_000 }))).status).toBe(429);
    expect(await timesIn(owner, url)).toEqual([[]]);
    testApp.advanceClock(15 * MINUTE);
    expect((await reader.post(url, makeBatch({ 1: 1_000 }))).body).toEqual(RECORDED);
  });
});

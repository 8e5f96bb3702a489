import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { FileViewer, TimedView } from '#shared/contracts/file-views.ts';

const HOUR = 60 * 60_000;

type Times = Readonly<Record<number, number>>;

/** Creates a file of an owner, and a function that lets others view it: each call is a view of its own. */
async function openFile(testApp: TestApp, name = 'deed.pdf') {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  const { id } = await owner.file({ folderId, name });
  const url = `/api/files/${id}`;
  const newReader = async () => {
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    return reader;
  };
  const look = async (reader: Awaited<ReturnType<typeof newReader>>, times: Times) => {
    testApp.advanceClock(HOUR);
    await reader.post(`${url}/views`, { batch: 1, pages: [] });
    testApp.advanceClock(5 * 60_000);
    const all = Object.entries(times).map(([page, ms]) => ({ page: Number(page), ms }));
    for (let at = 0; at < all.length; at += 100)
      await reader.post(`${url}/views`, { batch: 2 + at, pages: all.slice(at, at + 100) });
  };
  return { owner, id, folderId, url, newReader, look };
}

describe('views of a file', () => {
  test('views list the viewer, time, pages and duration, newest first and paginated', async ({ testApp }) => {
    const { owner, url, newReader, look } = await openFile(testApp);
    const [first, second] = [await newReader(), await newReader()];
    await look(first, { 1: 1_000, 2: 9_000 });
    await look(second, {});
    const page = await owner.get(`${url}/views?limit=1`);
    expect(page.body).toEqual([
      {
        id: expect.any(Number),
        viewedAt: new Date(testApp.server.services.now() - 5 * 60_000).toISOString(),
        viewer: { username: second.username },
        ms: 0,
        pageCount: 0,
        pages: [],
      },
    ]);
    const next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    expect((await owner.get(next)).body).toMatchObject([
      {
        viewer: { username: first.username },
        ms: 10_000,
        pageCount: 2,
        pages: [
          { page: 2, ms: 9_000 },
          { page: 1, ms: 1_000 },
        ],
      },
    ]);
  });

  test('a view of many pages names the four that were longest in view', async ({ testApp }) => {
    const { owner, url, newReader, look } = await openFile(testApp);
    await look(
      await newReader(),
      Object.fromEntries(Array.from({ length: 150 }, (_, at) => [at + 1, at + 1])),
    );
    const [view]: TimedView[] = (await owner.get(`${url}/views`)).body;
    expect([view?.pageCount, view?.ms]).toEqual([150, (150 * 151) / 2]);
    expect(view?.pages.map(({ page }) => page)).toEqual([150, 149, 148, 147]);
  });

  test('viewers have totals and are listed by their last view', async ({ testApp }) => {
    const { owner, folderId, url, newReader, look } = await openFile(testApp);
    const [first, second] = [await newReader(), await newReader()];
    await look(first, { 1: 1_000 });
    await look(second, { 1: 4_000 });
    await look(first, { 1: 2_000, 5: 3_000 });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId] });
    await visitor.post(`${url}/views`, { batch: 1, pages: [] });
    const page = await owner.get(`${url}/viewers?limit=2`);
    expect(page.body).toMatchObject([
      { viewer: { username: 'visitor@example.test' }, views: 1, ms: 0, pageCount: 0 },
      { viewer: { username: first.username }, views: 2, ms: 6_000, pageCount: 2 },
    ]);
    const next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    const rest: FileViewer[] = (await owner.get(next)).body;
    expect(rest).toMatchObject([{ viewer: { username: second.username }, views: 1, ms: 4_000 }]);
    // The owner's own list of views has the times too.
    const all = (await owner.get('/api/file-views/owner')).body;
    expect(all.map(({ ms }: { ms: number }) => ms)).toEqual([0, 5_000, 4_000, 1_000]);
  });

  test('views of a deleted file leave the lists, and its purge removes their rows', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, id, url, newReader, look } = await openFile(testApp);
    await look(await newReader(), { 1: 1_000, 2: 2_000 });
    await owner.delete(url);
    expect((await owner.get(`${url}/views`)).status).toBe(404);
    await owner.delete(`/api/trash/files/${id}`);
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    const left = await db.selectFrom('file_views').select('id').where('file_id', '=', id).execute();
    const orphans = await db
      .selectFrom('page_times')
      .leftJoin('file_views', 'file_views.id', 'page_times.view_id')
      .select('page')
      .where('file_views.file_id', 'is', null)
      .execute();
    expect([left, orphans]).toEqual([[], []]);
  });

  test('views by a new owner from before the transfer are left out', async ({ testApp }) => {
    const { owner, id, url, newReader, look } = await openFile(testApp);
    const [heir, other] = [await newReader(), await newReader()];
    await look(heir, { 1: 1_000 });
    await look(other, { 1: 2_000 });
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ owner_id: heir.id }).where('id', '=', id).execute();
    expect((await heir.get(`${url}/viewers`)).body).toMatchObject([{ viewer: { username: other.username } }]);
    expect((await heir.get(`${url}/views/summary`)).body).toMatchObject({ views: 1, viewers: 1, ms: 2_000 });
    expect((await owner.get(`${url}/views`)).status).toBe(403);
  });
});

describe('summary of views', () => {
  test('the summary totals every page of all viewers, including pages that nobody saw', async ({
    testApp,
  }) => {
    const { owner, url, newReader, look } = await openFile(testApp);
    expect((await owner.get(`${url}/views/summary`)).body).toEqual({
      file: { name: 'deed.pdf' },
      views: 0,
      viewers: 0,
      ms: 0,
      pages: [],
    });
    const [first, second] = [await newReader(), await newReader()];
    await look(first, { 1: 1_000, 3: 2_000 });
    await look(second, { 3: 5_000 });
    await look(second, {});
    expect((await owner.get(`${url}/views/summary`)).body).toEqual({
      file: { name: 'deed.pdf' },
      views: 3,
      viewers: 2,
      ms: 8_000,
      pages: [
        { from: 1, to: 1, ms: 1_000, viewers: 1 },
        { from: 2, to: 2, ms: 0, viewers: 0 },
        { from: 3, to: 3, ms: 7_000, viewers: 2 },
      ],
    });
  });

  test('the summary groups the pages of a long document', async ({ testApp }) => {
    const { owner, url, newReader, look } = await openFile(testApp);
    const reader = await newReader();
    await look(reader, { 1: 1_000, 10: 1_000, 11: 500, 497: 700 });
    const { pages } = (await owner.get(`${url}/views/summary`)).body;
    expect(pages).toHaveLength(50);
    expect(pages.slice(0, 2)).toEqual([
      { from: 1, to: 10, ms: 2_000, viewers: 1 },
      { from: 11, to: 20, ms: 500, viewers: 1 },
    ]);
    expect(pages.at(-1)).toEqual({ from: 491, to: 497, ms: 700, viewers: 1 });
  });
});

test('a page that hardly anybody saw does not make one bar of all pages before it', async ({ testApp }) => {
  const { owner, folderId, url, newReader, look } = await openFile(testApp);
  await look(await newReader(), { 1: 60_000, 2: 30_000, 3: 60_000 });
  await look(await newReader(), { 9000: 500, 10000: 1 });
  const { pages, ms } = (await owner.get(`${url}/views/summary`)).body;
  expect([ms, pages]).toEqual([
    150_501,
    [
      { from: 1, to: 1, ms: 60_000, viewers: 1 },
      { from: 2, to: 2, ms: 30_000, viewers: 1 },
      { from: 3, to: 3, ms: 60_000, viewers: 1 },
      { from: 4, to: 10_000, ms: 501, viewers: 1 },
    ],
  ]);
  for (const query of ['', '?q=deed']) {
    const files = (await owner.get(`/api/folders/${folderId}/activity/files${query}`)).body;
    expect(files).toMatchObject([{ ms: 150_501, heat: [60_000, 30_000, 60_501] }]);
  }
});

describe('export of views', () => {
  test('the export has a row for each page of each view, and is recorded', async ({ testApp }) => {
    const { owner, id, url, newReader, look } = await openFile(testApp, 'Größe.pdf');
    const reader = await newReader();
    await look(reader, { 2: 1_500, 1: 250 });
    await look(reader, {});
    expect((await owner.send({ method: 'HEAD', url: `${url}/views/export` })).status).toBe(200);
    const { headers, bytes } = await owner.get(`${url}/views/export`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf%20views.csv");
    const rows = Papa.parse<string[]>(bytes.toString().slice(1), { skipEmptyLines: true }).data;
    const at = expect.stringMatching(/^2026-11-\d\dT[\d:.]+Z$/);
    expect(rows).toEqual([
      ['Viewed by', 'Viewed at', 'Page', 'Seconds in view'],
      [reader.username, at, '1', '0.25'],
      [reader.username, at, '2', '1.5'],
      [reader.username, at, '', ''],
    ]);
    const { db } = testApp.server.services;
    const exports = await db
      .selectFrom('audit_log')
      .select(['object_id', 'actor_id'])
      .where('action', '=', 'file.views-export')
      .execute();
    expect(exports).toEqual([{ object_id: id, actor_id: owner.id }]);
  });

  test('the export escapes formulas and contains thousands of rows', async ({ testApp }) => {
    const { owner, id, url } = await openFile(testApp);
    const { db, now } = testApp.server.services;
    const view = { file_id: id, viewer_id: null, viewed_at: now(), last_seen_at: now() };
    const names = ['=1+1@evil.test', '+1@evil.test', '@evil.test'];
    await db
      .insertInto('file_views')
      .values(names.map((viewer_email) => ({ ...view, viewer_email })))
      .execute();
    const { id: viewId } = await db
      .insertInto('file_views')
      .values({ ...view, viewer_email: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const times = Array.from({ length: 1_200 }, (_, at) => ({ view_id: viewId, page: at + 1, ms: 1_000 }));
    await db.insertInto('page_times').values(times).execute();
    const { bytes } = await owner.get(`${url}/views/export`);
    const rows = Papa.parse<string[]>(bytes.toString(), { skipEmptyLines: true }).data.slice(1);
    expect(rows.slice(0, 3).map(([name]) => name)).toEqual(names.map((name) => `'${name}`));
    expect(rows.slice(3).map(([name, , page]) => [name, page])).toEqual(
      times.map(({ page }) => ['Guest', String(page)]),
    );
  });
});

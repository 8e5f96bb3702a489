import { expect } from 'vitest';
import { extractText } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const LEVELS = ['view', 'download', 'original'] as const;
type Level = (typeof LEVELS)[number];

/** Creates a folder with a PDF, a text, and a PDF that nobody may download. */
async function makeFolder(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const pdf = await createPdf();
  pdf.addPage([600, 800]);
  const content = Buffer.from(await pdf.save());
  const place = { folderId: folder.id };
  const files = {
    pdf: await owner.file({ ...place, name: 'Contract.pdf', content }),
    text: await owner.file({ ...place, name: 'Notes.txt' }),
    restricted: await owner.file({ ...place, name: 'Restricted.pdf', content, allowDownload: false }),
  };
  return { owner, folder, files, content };
}

type Scene = Awaited<ReturnType<typeof makeFolder>>;

/** Enters a new link with a level. */
async function visit(
  testApp: TestApp,
  owner: Scene['owner'],
  target: { kind: 'folder' | 'file'; id: number },
  level: Level,
) {
  const settings = { level };
  const { body: link } = await owner.post('/api/links', { name: level, targets: [target], settings });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: `${level}@example.test` });
  expect((await browser.submit('enter')).status).toBe(200);
  return { link, browser };
}

type Visit = Awaited<ReturnType<typeof visit>>;

const statusOf = async ({ browser }: Visit, path: string) => (await browser.get(path)).status;

/** Which of the files can be downloaded, as they are or converted, and what an archive of the folder contains. */
async function describeDownloads(visit: Visit, { folder, files }: Scene) {
  const archive = await visit.browser.get(`/api/folders/${folder.id}/archive`);
  const names = archive.status === 200 ? (await unzip(archive.bytes)).map(({ path }) => path) : [];
  const { mayDownload, mayDownloadWatermarked = false } = (await visit.browser.get('/api/visitor/status'))
    .body;
  return {
    pages: await statusOf(visit, `/api/files/${files.pdf.id}/pages`),
    pdf: await statusOf(visit, `/api/files/${files.pdf.id}/download`),
    text: await statusOf(visit, `/api/files/${files.text.id}/download`),
    bytes: await statusOf(visit, `/api/files/${files.text.id}/view`),
    restricted: await statusOf(visit, `/api/files/${files.restricted.id}/download`),
    archive: names.flatMap((name) => /(?:Contract|Notes|Restricted)\.\w+$/.exec(name)?.[0] ?? []).toSorted(),
    status: [mayDownload, mayDownloadWatermarked],
  };
}

const EXPECTED = {
  view: { pdf: 403, text: 403, bytes: 403, archive: [], status: [false, false] },
  download: { pdf: 200, text: 403, bytes: 403, archive: ['Contract.pdf'], status: [false, true] },
  original: {
    pdf: 200,
    text: 200,
    bytes: 200,
    archive: ['Contract.pdf', 'Notes.txt'],
    status: [true, false],
  },
};

test.for(LEVELS)('the level %s of a link gives what it names', async (level, { testApp }) => {
  const scene = await makeFolder(testApp);
  const { owner, folder, files, content } = scene;
  const visits = await visit(testApp, owner, { kind: 'folder', id: folder.id }, level);
  // A restricted file stays restricted at every level.
  expect(await describeDownloads(visits, scene)).toEqual({ pages: 200, restricted: 403, ...EXPECTED[level] });
  const pages = await visits.browser.get(`/api/files/${files.pdf.id}/pages`);
  expect(pages.body.isWatermarked).toBe(true);
  const { body: link } = await owner.get(`/api/links/${visits.link.id}`);
  expect(link.level).toBe(level);
  const audience = (await owner.get(`/api/files/${files.pdf.id}/audience`)).body;
  expect(audience).toContainEqual(
    expect.objectContaining({ via: 'link', person: `${level}@example.test`, level }),
  );
  if (level === 'view') return;
  const { bytes } = await visits.browser.get(`/api/files/${files.pdf.id}/download`);
  expect(bytes.equals(content)).toBe(level === 'original');
  if (level === 'original') return;
  // The page was empty.
  const { blocks } = await extractText('pdf', bytes);
  expect(blocks.map(({ text }) => text).join(' ')).toContain('download@example.test');
});

test('a change of the level applies to a visit in progress, also to a file by itself', async ({
  testApp,
}) => {
  const { owner, files } = await makeFolder(testApp);
  const { pdf, text } = files;
  const one = await visit(testApp, owner, { kind: 'file', id: pdf.id }, 'original');
  const other = await visit(testApp, owner, { kind: 'file', id: text.id }, 'original');
  const change = async ({ link }: Visit, level: Level) =>
    (await owner.patch(`/api/links/${link.id}`, { settings: { level } })).status;
  const downloads = async () => [
    await statusOf(one, `/api/files/${pdf.id}/download`),
    await statusOf(other, `/api/files/${text.id}/download`),
  ];
  expect(await downloads()).toEqual([200, 200]);
  expect([await change(one, 'download'), await change(other, 'download')]).toEqual([200, 200]);
  expect(await downloads()).toEqual([200, 403]);
  expect([await change(one, 'view'), await change(other, 'original')]).toEqual([200, 200]);
  expect(await downloads()).toEqual([403, 200]);
});

test('a node of an earlier version gives less at the level download, not more', async ({ testApp }) => {
  const { owner, folder } = await makeFolder(testApp);
  const { link } = await visit(testApp, owner, { kind: 'folder', id: folder.id }, 'download');
  const { db } = testApp.server.services;
  const row = await db.selectFrom('links').select('settings').where('id', '=', link.id).executeTakeFirst();
  const visitor = await db
    .selectFrom('invitations')
    .select('allow_download')
    .where('link_id', '=', link.id)
    .executeTakeFirst();
  // It reads these two: `view`, and downloads only for 1.
  expect([JSON.parse(row?.settings ?? '').level, visitor?.allow_download]).toEqual(['view', 2]);
});

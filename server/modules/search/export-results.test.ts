import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const exportOf = (query: string) => `/api/search/export?${new URLSearchParams({ query })}`;

const rowsOf = (bytes: Buffer): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(bytes.toString().slice(1), {
    header: true,
    skipEmptyLines: true,
  }).data;

describe('the export of search results', () => {
  test('the export of search results lists what the caller may see, with formulas as text, and is recorded', async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const name = '=SUM(1) heron.txt';
    await owner.file({ name, content: '=1+1 is written on the pier of the heron.' });
    await other.file({ name: 'secret heron.txt', content: 'The pier of the heron is sold.' });
    await testApp.finishJobs();
    const { status, bytes, headers } = await owner.get(exportOf('Where is the pier of the heron?'));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('Search results.csv');
    const rows = rowsOf(bytes);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ Document: `'${name}`, Passage: expect.stringMatching(/^'=1\+1/) });
    expect(bytes.toString()).not.toContain('secret');
    const admin = await testApp.user({ isAdmin: true });
    const { body: audit } = await admin.get('/api/admin/audit?action=search.export');
    expect(audit[0]).toMatchObject({ details: { question: 'Where is the pier of the heron?' } });
  });

  test('the export of search results shows no more of a file without download permission than the page does', async ({
    testApp,
  }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Reef');
    await testApp.share(folder.id, reader);
    const content = `The dugong eats seagrass. ${'The dugong rests near the reef in the morning. '.repeat(40)}`;
    const { id } = await owner.file({ name: 'dugong.txt', content, folderId: folder.id });
    const admin = await testApp.user({ isAdmin: true });
    const ruled = await admin.patch(`/api/files/${id}/allow-download`, { allowDownload: false });
    expect(ruled.status).toBe(200);
    await testApp.finishJobs();
    const rows = rowsOf((await reader.get(exportOf('What does the dugong eat?'))).bytes);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(3);
    for (const { Passage = '' } of rows) expect(Passage.length).toBeLessThanOrEqual(330);
  });

  test('a folder that the caller cannot see is unknown, and a HEAD request records nothing', async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const { id } = await owner.folder('Hidden');
    expect((await other.get(`${exportOf('anything')}&folderId=${id}`)).status).toBe(404);
    const { status } = await owner.send({ method: 'HEAD', url: exportOf('a question of head') });
    expect(status).toBe(200);
    const admin = await testApp.user({ isAdmin: true });
    const { body } = await admin.get('/api/admin/audit?action=search.export&result=done');
    expect(JSON.stringify(body)).not.toContain('a question of head');
  });
});

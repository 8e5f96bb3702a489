import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const FIRST = 'The rent is 900 euros a month.\n\nIt is due on the first day.\n';
const SECOND = 'The rent is 950 euros a month.\n\nIt is due on the first day.\n';
const NOT_FOUND = { error: 'The version could not be found.', code: 'not-found' };

const replace = (person: TestClient, id: number, content: string, name = 'lease.txt') =>
  person.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: name }]);

const compare = (person: TestClient, id: number, query = 'a=1&b=2') =>
  person.get(`/api/files/${id}/compare?${query}`);

/** Creates a file with two versions whose text is read, in a folder with a collaborator, a visitor and a downloader. */
async function twoVersions(testApp: TestApp, { allowDownload = true } = {}) {
  const [owner, collaborator] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder();
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
  const file = { name: 'lease.txt', content: FIRST, folderId: folder.id, allowDownload };
  const { id } = await owner.file(file);
  await testApp.finishJobs();
  await replace(owner, id, SECOND);
  await testApp.finishJobs();
  return { owner, collaborator, visitor, folder, id };
}

describe('GET /api/files/:id/compare', () => {
  test('members see what changed, with both texts side by side, and it counts as a view', async ({
    testApp,
  }) => {
    const { owner, collaborator, id } = await twoVersions(testApp);
    const answer = await compare(collaborator, id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        hunks: [
          { kind: 'replace', a: { page: null, start: 12, end: 15 }, b: { page: null, start: 12, end: 15 } },
        ],
        rows: [
          {
            a: [expect.objectContaining({ start: 0, text: 'The rent is 900 euros a month.' })],
            b: [expect.objectContaining({ start: 0, text: 'The rent is 950 euros a month.' })],
          },
          {
            a: [expect.objectContaining({ start: 31, text: 'It is due on the first day.' })],
            b: [expect.objectContaining({ start: 31, text: 'It is due on the first day.' })],
          },
        ],
        isTextShown: true,
        truncated: null,
      },
    ]);
    const back = await compare(collaborator, id, 'a=2&b=1');
    expect(back.body.rows[0].a[0].text).toContain('950');
    const views = (await owner.get('/api/file-views/owner')).body;
    expect(views.map(({ version }: { version?: number }) => version)).toEqual([2, undefined]);
    const { db } = testApp.server.services;
    const events = await db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'file.view')
      .where('object_id', '=', id)
      .execute();
    expect(events.map(({ details }) => JSON.parse(details ?? '').version).toSorted()).toEqual([1, 2]);
  });

  test('readers compare nothing but the current version, and an unrelated user learns nothing', async ({
    testApp,
  }) => {
    const { visitor, id } = await twoVersions(testApp);
    expect((await compare(visitor, id, 'a=2&b=2')).body.hunks).toEqual([]);
    const unrelated = await testApp.user();
    for (const [person, query] of [
      [visitor, 'a=1&b=2'],
      [visitor, 'a=2&b=1'],
      [visitor, 'a=3&b=2'],
      [unrelated, 'a=1&b=2'],
      [unrelated, 'a=2&b=2'],
    ] as const) {
      const answer = await compare(person, id, query);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
  });

  test('a withdrawn version is compared by owners alone', async ({ testApp }) => {
    const { owner, collaborator, id } = await twoVersions(testApp);
    await owner.post(`/api/files/${id}/versions/1/withdraw`, { reason: 'A wrong price.' });
    expect((await compare(collaborator, id)).body).toEqual(NOT_FOUND);
    expect((await compare(owner, id)).status).toBe(200);
  });

  test('members who may not download get the places of changes without any text', async ({ testApp }) => {
    const { owner, id } = await twoVersions(testApp, { allowDownload: false });
    const { body } = await compare(owner, id);
    expect([body.isTextShown, body.rows, body.hunks.length]).toEqual([false, [], 1]);
    expect(JSON.stringify(body)).not.toContain('rent');
  });

  test('a right that is revoked while texts are compared counts', async ({ testApp }) => {
    const { owner, collaborator, folder, id } = await twoVersions(testApp);
    const { comparison } = testApp.server.services.documents;
    const original = comparison.compare.bind(comparison);
    comparison.compare = async (...request) => {
      const part = await original(...request);
      await testApp.unshare(folder.id, collaborator);
      return part;
    };
    try {
      expect((await compare(collaborator, id)).status).toBe(404);
    } finally {
      comparison.compare = original;
    }
    expect((await compare(owner, id)).status).toBe(200);
  });

  test('a version that was replaced before its text was read is read for the comparison', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'lease.txt', content: FIRST });
    await replace(owner, id, SECOND);
    await testApp.finishJobs();
    expect((await compare(owner, id)).body.hunks).toHaveLength(1);
  });

  test('what cannot be compared is refused with the version and the reason', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'lease.txt', content: FIRST });
    await replace(owner, id, '%PDF-1.4 damaged', 'lease.pdf');
    await testApp.finishJobs();
    const answer = await compare(owner, id);
    expect([answer.status, answer.body.error]).toEqual([
      415,
      'Version 2 cannot be read and cannot be compared.',
    ]);
    expect((await compare(owner, id, 'a=1&b=9')).body).toEqual(NOT_FOUND);
    expect((await compare(owner, id, 'a=1')).status).toBe(400);
    expect((await compare(owner, id, 'a=1&b=2&from=x')).status).toBe(400);
  });

  test('a long text is compared in parts, and nothing is missing between them', async ({ testApp }) => {
    const owner = await testApp.user();
    const lines = Array.from({ length: 13_500 }, (_, index) => `Clause ${index} of this agreement applies.`);
    const changed = lines.with(5, 'Clause 5 is void.').with(13_400, 'Clause 13400 is void.');
    const { id } = await owner.file({ name: 'long.txt', content: lines.join('\n\n') });
    await replace(owner, id, changed.join('\n\n'), 'long.txt');
    await testApp.finishJobs();
    const first = await compare(owner, id);
    expect([first.body.hunks.length, first.body.truncated.page]).toEqual([1, null]);
    const last = await compare(owner, id, `a=1&b=2&from=${first.body.truncated.from}`);
    expect(last.body.hunks.length).toBe(1);
    expect(last.body.truncated).toBeNull();
    const texts = [first, last].flatMap(({ body }) =>
      body.rows.flatMap(({ b }: { b: { text: string }[] }) => b.map(({ text }) => text)),
    );
    expect(texts).toEqual(changed);
  });
});

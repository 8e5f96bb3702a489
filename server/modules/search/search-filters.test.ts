import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';
import { FILE_TYPES } from '#shared/domain/file-type.ts';
import { FILE_TYPES_OF_KIND } from '#shared/domain/search-filters.ts';

const search = (query: string, filters: Record<string, string | number>) =>
  `/api/search?${new URLSearchParams({ query, ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])) })}`;

/** Returns the names of the documents that a search shows anywhere, sorted. */
async function namesFound(client: TestClient, query: string, filters: Record<string, string | number> = {}) {
  const { status, body } = await client.get(search(query, { ...filters, limit: 100 }));
  expect(status).toBe(200);
  const shown = [
    ...body.relatedDocuments,
    ...body.citations,
    ...(body.documentInfo ? [body.documentInfo] : []),
  ];
  return [...new Set(shown.map(({ fileName }: { fileName: string }) => fileName))].sort();
}

/** Instants a day after and before another one; the server's clock in tests is not that of the machine. */
const dayAfter = (instant: string) => new Date(Date.parse(instant) + 86_400_000).toISOString();
const dayBefore = (instant: string) => new Date(Date.parse(instant) - 86_400_000).toISOString();

describe('filters of a search', () => {
  test('a search is limited to a kind of file, an owner, a time and a folder', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const shared = await owner.folder('Ospreys');
    await testApp.share(shared.id, other);
    const { createdAt } = await owner.file({ name: 'osprey.txt', content: 'The osprey nests in April.' });
    await owner.file({ name: 'osprey.csv', content: 'bird,month\nosprey,April', folderId: shared.id });
    await other.file({ name: 'osprey.md', content: 'The osprey leaves in August.', folderId: shared.id });
    await testApp.finishJobs();
    const all = ['osprey.csv', 'osprey.md', 'osprey.txt'];
    expect(await namesFound(owner, 'osprey')).toEqual(all);
    expect(await namesFound(owner, 'osprey', { kind: 'document' })).toEqual(['osprey.md', 'osprey.txt']);
    expect(await namesFound(owner, 'osprey', { kind: 'spreadsheet' })).toEqual(['osprey.csv']);
    expect(await namesFound(owner, 'osprey', { kind: 'pdf' })).toEqual([]);
    expect(await namesFound(owner, 'osprey', { owner: 'me' })).toEqual(['osprey.csv', 'osprey.txt']);
    expect(await namesFound(owner, 'osprey', { owner: 'others' })).toEqual(['osprey.md']);
    expect(
      await namesFound(owner, 'osprey', {
        uploadedFrom: dayBefore(createdAt),
        uploadedBefore: dayAfter(createdAt),
      }),
    ).toEqual(all);
    expect(await namesFound(owner, 'osprey', { uploadedFrom: dayAfter(createdAt) })).toEqual([]);
    expect(await namesFound(owner, 'osprey', { uploadedBefore: dayBefore(createdAt) })).toEqual([]);
    const combined = {
      folderId: shared.id,
      owner: 'me',
      kind: 'spreadsheet',
      uploadedFrom: dayBefore(createdAt),
    };
    expect(await namesFound(owner, 'osprey', combined)).toEqual(['osprey.csv']);
  });

  test('the confidence of a filtered search does not depend on documents outside the filter', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'heron.txt', content: 'The heron rents the pier for 48,500 euro a year.' });
    await testApp.finishJobs();
    const question = search('How much does the heron pay for the pier?', { kind: 'document' });
    const { body: before } = await owner.get(question);
    await owner.file({ name: 'heron.csv', content: 'heron,pier,pay\nheron,pier,99' });
    await testApp.finishJobs();
    const { body: after } = await owner.get(question);
    expect(after).toEqual({ ...before, timing: expect.anything() });
    expect(before.answer).toContain('48,500 euro');
  });

  test('no filter reveals a file that the requester may not see', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Project Kestrel');
    await owner.file({
      name: 'kestrel.txt',
      content: 'The kestrel price is 9 million.',
      folderId: folder.id,
    });
    const { createdAt } = await owner.file({
      name: 'kestrel-root.txt',
      content: 'Kestrel notes in the root.',
    });
    await testApp.finishJobs();
    const unrelated = await testApp.user();
    const nothing = await unrelated.get(search('unicorn', { kind: 'document' }));
    for (const filters of [
      { kind: 'document' },
      { owner: 'others' },
      { owner: 'me' },
      { uploadedFrom: dayBefore(createdAt) },
    ]) {
      const { body } = await unrelated.get(search('kestrel', filters));
      expect(body).toEqual({
        ...nothing.body,
        query: 'kestrel',
        method: expect.anything(),
        timing: expect.anything(),
      });
    }
    expect((await unrelated.get(search('kestrel', { folderId: folder.id, kind: 'document' }))).status).toBe(
      404,
    );
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect(await namesFound(visitor, 'kestrel', { owner: 'others' })).toEqual(['kestrel.txt']);
    expect(await namesFound(visitor, 'kestrel', { owner: 'me' })).toEqual([]);
  });

  test('a revoked or deleted file is not found with a filter either', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Project Merlin');
    await testApp.share(folder.id, reader);
    const file = await owner.file({
      name: 'merlin.txt',
      content: 'The merlin price is 9 million.',
      folderId: folder.id,
    });
    await testApp.finishJobs();
    expect(await namesFound(reader, 'merlin', { kind: 'document' })).toEqual(['merlin.txt']);
    await testApp.unshare(folder.id, reader);
    expect(await namesFound(reader, 'merlin', { kind: 'document' })).toEqual([]);
    await owner.delete(`/api/files/${file.id}`);
    expect(await namesFound(owner, 'merlin', { kind: 'document' })).toEqual([]);
  });

  test('an unknown filter value is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    for (const filters of [
      { kind: 'exe' },
      { owner: '7' },
      { uploadedFrom: 'yesterday' },
      { uploadedBefore: '9e99' },
    ])
      expect((await owner.get(search('rent', filters as Record<string, string>))).status).toBe(400);
  });

  test('every file type belongs to exactly one kind', () => {
    expect(Object.values(FILE_TYPES_OF_KIND).flat().sort()).toEqual([...FILE_TYPES].sort());
  });
});

import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { updateRoomSynonyms } from './room-synonyms.ts';

/** Creates a room with a document, and a reader of it who is no staff. */
async function openRoom(testApp: TestApp, content: string) {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const { id } = await owner.folder('Deal');
  expect((await owner.post('/api/rooms', { folderId: id })).status).toBe(201);
  const inner = await owner.folder('Contracts', id);
  await owner.file({ name: 'mill.txt', content, folderId: inner.id });
  await testApp.share(inner.id, reader);
  await testApp.finishJobs();
  const path = `/api/rooms/${id}/synonyms`;
  const replace = async (groups: string[][], version?: string) =>
    owner.send({
      method: 'PUT',
      url: path,
      payload: JSON.stringify({ groups, version: version ?? (await owner.get(path)).body.version }),
      headers: { 'content-type': 'application/json' },
    });
  return { owner, reader, id, path, replace };
}

const found = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.get(`/api/search?${new URLSearchParams({ query })}`)).body.relatedDocuments.map(
    ({ fileName }: { fileName: string }) => fileName,
  );

describe('synonyms of a room', () => {
  test('synonyms of a room count from the next question on, for readers too, without a new index', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, reader, replace } = await openRoom(testApp, 'Acme Holding owns the mill.');
    expect(await found(owner, 'Zephyrus')).toEqual([]);
    expect((await replace([['Zephyrus', 'Project Zephyrus', 'Acme Holding']])).status).toBe(200);
    expect(await found(owner, 'Zephyrus')).toEqual(['mill.txt']);
    expect(await found(reader, 'Zephyrus')).toEqual(['mill.txt']);
    expect((await replace([])).status).toBe(200);
    expect(await found(reader, 'Zephyrus')).toEqual([]);
  });

  test('synonyms of a room do not count for documents of another room, nor of those who cannot see the room', async ({
    testApp,
  }) => {
    const first = await openRoom(testApp, 'Boreas Holding owns the mill.');
    const second = await openRoom(testApp, 'Boreas Holding rents the mill.');
    expect((await first.replace([['Quokka', 'Boreas Holding']])).status).toBe(200);
    expect(await found(first.owner, 'Quokka')).toEqual(['mill.txt']);
    expect(await found(second.owner, 'Quokka')).toEqual([]);
    await testApp.share(second.id, first.owner);
    const { body } = await first.owner.get('/api/search?query=Quokka');
    expect(body.relatedDocuments).toHaveLength(1);
  });

  test('synonyms of a room are not changed by somebody who lost the right while the call waited', async ({
    testApp,
  }) => {
    const { owner, reader, id, path } = await openRoom(testApp, 'The mill is old.');
    const { version } = (await owner.get(path)).body;
    const change = (userId: number) =>
      updateRoomSynonyms(
        // The rights with which the call began.
        { ...testApp.server.services, actor: { kind: 'user', id: userId, isAdmin: true }, address: '' },
        id,
        { groups: [['alpha', 'beta']], version },
      );
    await expect(change(reader.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(change(-1)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await owner.get(path)).body.groups).toEqual([]);
  });

  test('synonyms of a room are listed for the staff alone, and changed by managers alone', async ({
    testApp,
  }) => {
    const { owner, reader, path, replace } = await openRoom(testApp, 'The mill is old.');
    await replace([['alpha', 'beta']]);
    expect((await owner.get(path)).body.groups).toEqual([['alpha', 'beta']]);
    const refused = await reader.get(path);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      404,
      expect.not.stringContaining('alpha'),
    ]);
    const other = await testApp.user();
    expect((await other.get(path)).status).toBe(404);
  });

  test('that somebody changed meanwhile are not overwritten', async ({ testApp }) => {
    const { owner, path, replace } = await openRoom(testApp, 'The mill is old.');
    const { version } = (await owner.get(path)).body;
    expect((await replace([['alpha', 'beta']], version)).status).toBe(200);
    const { status, body } = await replace([['gamma', 'delta']], version);
    expect([status, JSON.stringify(body)]).toEqual([
      409,
      expect.stringContaining('Somebody changed the synonyms meanwhile.'),
    ]);
    expect((await owner.get(path)).body.groups).toEqual([['alpha', 'beta']]);
  });

  test.for([
    ['a single term', [['alpha']]],
    ['no letter', [['alpha', '…']]],
    ['a term twice', [['alpha', 'Alpha']]],
    ['too many terms', [Array.from({ length: 11 }, (_, at) => `term ${at}`)]],
    ['too many words', [['alpha', 'one two three four five six seven eight nine']]],
    ['too long', [['alpha', 'x'.repeat(101)]]],
    ['too many lines', Array.from({ length: 501 }, (_, at) => [`a${at}`, `b${at}`])],
  ] as const)('with %s are refused', async ([, groups], { testApp }) => {
    const { replace } = await openRoom(testApp, 'The mill is old.');
    expect((await replace(groups.map((terms) => [...terms]))).status).toBe(400);
  });

  test('as many as are allowed can be saved, and are recorded', async ({ testApp }) => {
    const { id, replace } = await openRoom(testApp, 'The mill is old.');
    const groups = Array.from({ length: 500 }, (_, group) =>
      Array.from({ length: 10 }, (_, term) => `word${group}x${term}`),
    );
    expect((await replace(groups)).status).toBe(200);
    const admin = await testApp.user({ isAdmin: true });
    const { body } = await admin.get(
      `/api/admin/audit?action=room.synonyms&objectKind=folder&objectId=${id}`,
    );
    expect(body[0]).toMatchObject({ details: { before: 0, after: 500 } });
  });
});

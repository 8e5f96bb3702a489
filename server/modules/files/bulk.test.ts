import type { KyselyPlugin } from 'kysely';
import { describe, expect } from 'vitest';
import type { Context } from '#server/app/context.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import type { File } from '#shared/contracts/files.ts';
import { deleteFiles } from './delete-files.ts';
import { moveFiles } from './move-files.ts';

const ABSENT = { error: 'At least one of these files could not be found.', code: 'not-found' };
const idsOf = (files: readonly { id: number }[]) => files.map(({ id }) => id);

type Person = Awaited<ReturnType<TestApp['user']>>;

async function filesOf(owner: Person, count: number, folderId: number | null = null): Promise<File[]> {
  const files: File[] = [];
  for (let at = 0; at < count; at += 1) files.push(await owner.file({ name: `${at}.txt`, folderId }));
  return files;
}

const removeAll = (client: Person | TestApp['anonymous'], fileIds: readonly number[]) =>
  client.send({
    method: 'DELETE',
    url: '/api/files/bulk',
    payload: JSON.stringify({ fileIds }),
    headers: { 'content-type': 'application/json' },
  });

const moveAll = (client: Person, fileIds: readonly number[], folderId: number | null) =>
  client.post('/api/files/bulk/move', { fileIds, folderId });

const auditOf = (testApp: TestApp, action: string, ids: readonly number[]) =>
  testApp.server.services.db
    .selectFrom('audit_log')
    .select(['object_id', 'object_name', 'details'])
    .where('action', '=', action)
    .where('object_id', 'in', ids)
    .orderBy('object_id')
    .execute();

/** Creates files beside the user's own: one that is shared but belongs to another, and one that is not visible. */
async function createMixedFiles(testApp: TestApp) {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  const member = await testApp.user();
  await testApp.share(folderId, member);
  const own = await filesOf(member, 2, folderId);
  const foreign = await owner.file({ folderId });
  const hidden = await owner.file();
  return { owner, member, folderId, own, foreign, hidden };
}

describe('DELETE /api/files/bulk', () => {
  test('deleted files leave every list and link at once, and the log names each', async ({ testApp }) => {
    const owner = await testApp.user();
    const files = await filesOf(owner, 3);
    const ids = idsOf(files);
    expect((await removeAll(owner, [...ids, ...ids])).body).toEqual({ success: true });
    expect((await owner.get('/api/files')).body).toEqual([]);
    expect((await auditOf(testApp, 'file.delete', ids)).map(({ object_name }) => object_name)).toEqual([
      '0.txt',
      '1.txt',
      '2.txt',
    ]);
  });

  test('one undeletable file keeps all, and an invisible file is refused like a missing one', async ({
    testApp,
  }) => {
    const { member, own, foreign, hidden } = await createMixedFiles(testApp);
    const forbidden = await removeAll(member, [...idsOf(own), foreign.id]);
    expect(forbidden.status).toBe(403);
    expect(forbidden.body.error).toBe(
      "This action isn't allowed for at least one of these files. Only the file's owner, the managers of its room or an administrator can delete it.",
    );
    for (const id of [hidden.id, 999_999_999]) {
      const absent = await removeAll(member, [...idsOf(own), foreign.id, id]);
      expect([absent.status, absent.body]).toEqual([404, ABSENT]);
    }
    for (const { id } of own) expect((await member.get(`/api/files/${id}`)).status).toBe(200);
  });

  test('one of two concurrent deletions succeeds', async ({ testApp }) => {
    const owner = await testApp.user();
    const ids = idsOf(await filesOf(owner, 2));
    const answers = await Promise.all([removeAll(owner, ids), removeAll(owner, ids)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await auditOf(testApp, 'file.delete', ids)).toHaveLength(2);
  });

  test.for<[string, unknown]>([
    ['an empty list', []],
    ['more than a thousand files', Array.from({ length: 1_001 }, (_, at) => at + 1)],
    ['ids as text', ['1']],
    ['a fractional id', [1.5]],
  ])('DELETE /api/files/bulk refuses %s', async ([_what, fileIds], { testApp }) => {
    const answer = await (await testApp.user()).post('/api/files/bulk/download', { fileIds });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([
      400,
      [expect.stringMatching(/^fileIds/)],
    ]);
  });
});

describe('POST /api/files/bulk/move', () => {
  test('all files move to the target, and files already there are unchanged', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const moving = await filesOf(owner, 2);
    const there = await owner.file({ folderId });
    const ids = idsOf([...moving, there]);
    expect((await moveAll(owner, ids, folderId)).body).toEqual({ success: true });
    expect(idsOf((await owner.get(`/api/files?folderId=${folderId}`)).body).sort()).toEqual(ids.sort());
    expect(await auditOf(testApp, 'file.move', ids)).toEqual(
      moving.map(({ id, name }) => ({
        object_id: id,
        object_name: name,
        details: JSON.stringify({ from: null, to: folderId }),
      })),
    );
    expect((await moveAll(owner, idsOf(moving), null)).status).toBe(200);
    expect((await owner.get(`/api/files?folderId=${folderId}`)).body).toHaveLength(1);
  });

  test('search finds moved files by the name of their new folder', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder('Quasar');
    const ids = idsOf(await filesOf(owner, 2));
    await testApp.finishJobs();
    await moveAll(owner, ids, folderId);
    await testApp.finishJobs();
    const { relatedDocuments } = (await owner.get('/api/search?query=quasar')).body;
    const found = relatedDocuments.map(({ fileId }: { fileId: number }) => fileId);
    expect(new Set(found)).toEqual(new Set(ids));
  });

  test('one immovable file or a refusing target moves none', async ({ testApp }) => {
    const { owner, member, own, foreign, hidden } = await createMixedFiles(testApp);
    const { id: target } = await member.folder();
    const { id: foreignTarget } = await owner.folder();
    expect((await moveAll(member, [...idsOf(own), foreign.id], target)).status).toBe(403);
    expect((await moveAll(member, [...idsOf(own), hidden.id], target)).body).toEqual(ABSENT);
    expect((await moveAll(member, idsOf(own), foreignTarget)).status).toBe(404);
    expect((await member.get(`/api/files?folderId=${target}`)).body).toEqual([]);
  });

  test('a folder accepts all files or none of a move, also of two concurrent ones', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const { db } = testApp.server.services;
    const [first, second] = [await filesOf(owner, 6), await filesOf(owner, 6)];
    await db.insertInto('system_settings').values({ name: 'maxFilesPerFolder', value: '10' }).execute();
    const answers = await Promise.all([first, second].map((files) => moveAll(owner, idsOf(files), folderId)));
    await db.deleteFrom('system_settings').where('name', '=', 'maxFilesPerFolder').execute();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await owner.get(`/api/files?folderId=${folderId}`)).body).toHaveLength(6);
  });
});

describe('POST /api/files/bulk/download', () => {
  test('download URLs are returned to actors who may download all of the files', async ({ testApp }) => {
    const { owner, member, folderId, own, foreign, hidden } = await createMixedFiles(testApp);
    const ask = (client: Pick<Person, 'post'>, ids: readonly number[]) =>
      client.post('/api/files/bulk/download', { fileIds: ids });
    const ids = [...idsOf(own), foreign.id];
    const { files } = (await ask(member, ids)).body;
    expect(files).toEqual(
      [...own, foreign].map(({ id, name }) => ({ url: `/api/files/${id}/download`, name })),
    );
    expect((await member.get(files[0].url)).status).toBe(200);
    expect((await ask(member, [...ids, hidden.id])).body).toEqual(ABSENT);
    const restricted = await owner.file({ folderId, allowDownload: false });
    expect((await ask(member, [...ids, restricted.id])).status).toBe(403);
    const visit = { inviter: owner, folderIds: [folderId] };
    expect((await ask(await testApp.visitor(visit), ids)).status).toBe(403);
    expect((await ask(await testApp.visitor({ ...visit, mayDownload: true }), ids)).status).toBe(200);
  });
});

test('many files need as many statements as two', async ({ testApp }) => {
  const owner = await testApp.user();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Prepared statements call this too.
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const { services } = testApp.server;
  const db = services.db.withPlugin(counting);
  const actor = { kind: 'user', id: owner.id, isAdmin: false } as const;
  const ctx: Context = { ...services, db, actor, address: '' };
  const counts: number[] = [];
  for (const count of [2, 40]) {
    const folders = [await owner.folder(), await owner.folder()];
    const ids: number[] = [];
    for (const { id } of folders) ids.push(...idsOf(await filesOf(owner, count / 2, id)));
    statements = 0;
    await moveFiles(ctx, ids, null);
    await deleteFiles(ctx, ids);
    counts.push(statements);
  }
  expect(counts[0]).toBeGreaterThan(5);
  expect(counts[1]).toBe(counts[0]);
});

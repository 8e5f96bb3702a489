import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { MULTIPART_TYPE, multipartBody } from '#server/testing/clients/inject-client.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

async function storedKeys(testApp: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of testApp.server.services.blobs.keys()) keys.push(key);
  return keys;
}

/** Opens an app whose stored objects can be counted. */
async function openCountedApp() {
  const testApp = await openTestApp();
  return { testApp, owner: await testApp.user() };
}

async function openSettings(testApp: TestApp) {
  const admin = await testApp.user({ isAdmin: true });
  return (changes: object) => admin.patch('/api/admin/system-settings', changes);
}

const field = (name: string, value: string) => ({ name, value });
const file = (value: string | Buffer, filename = 'note.txt') => ({ name: 'file', value, filename });

describe('POST /api/files', () => {
  test('an upload stores the bytes and returns the file', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const answer = await owner.form('/api/files', [
      field('folderId', String(folder.id)),
      field('allowDownload', 'true'),
      file('Deed of gift', 'Deed – Müller.txt'),
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Deed – Müller.txt',
      fileType: 'txt',
      size: 12,
      allowDownload: true,
      folderId: folder.id,
      ownerId: owner.id,
      createdAt: '2026-11-20T12:00:00.000Z',
      accessLevel: 'owner',
      indexStatus: 'pending',
      indexReason: null,
    });
    expect((await owner.get(`/api/files/${answer.body.id}/download`)).bytes.toString()).toBe('Deed of gift');
  });

  test('an empty folderId is the root, and the fields may follow the file', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const root = await owner.form('/api/files', [field('folderId', ''), file('a')]);
    expect(root.body).toMatchObject({ folderId: null, allowDownload: true });
    const wrong = await owner.form('/api/files', [field('folderId', '0'), file('a')]);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Must be null or a whole number above 0']);
    const after = await owner.form('/api/files', [
      file('a'),
      field('folderId', String(folder.id)),
      field('allowDownload', 'false'),
    ]);
    expect(after.body).toMatchObject({ folderId: folder.id, allowDownload: false });
  });

  test('an empty file can be uploaded', { tags: ['sqlite'] }, async ({ testApp }) => {
    const owner = await testApp.user();
    const kept = await owner.file({ content: '' });
    expect(kept.size).toBe(0);
    expect((await owner.get(`/api/files/${kept.id}/download`)).bytes).toHaveLength(0);
    await testApp.finishJobs();
    expect((await owner.get(`/api/files/${kept.id}`)).body).toMatchObject({
      indexStatus: 'no-text',
      indexReason: 'The file is empty.',
    });
  });

  test('a collaborator may upload, a visitor and an unrelated user may not', {
    tags: ['sqlite'],
  }, async () => {
    const { testApp, owner } = await openCountedApp();
    const { id } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    const parts = [field('folderId', String(id)), file('a')];
    expect((await collaborator.form('/api/files', parts)).status).toBe(201);
    await testApp.finishJobs();
    const before = await storedKeys(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [id] });
    expect((await visitor.form('/api/files', parts)).status).toBe(403);
    expect((await (await testApp.user()).form('/api/files', parts)).status).toBe(404);
    expect((await (await testApp.user()).form('/api/files', parts.toReversed())).status).toBe(404);
    expect((await testApp.anonymous.form('/api/files', parts)).status).toBe(401);
    expect(await storedKeys(testApp)).toEqual(before);
    await testApp.close();
  });

  test.each([
    ['no file', [field('folderId', '')], { file: 'Required' }],
    [
      'a file in another field',
      [{ ...file('a'), name: 'document' }],
      { document: 'Send one file, in the field “file”' },
    ],
    ['an unknown field', [field('colour', 'red'), file('a')], { colour: 'Unknown field' }],
    ['an unknown field after the file', [file('a'), field('colour', 'red')], { colour: 'Unknown field' }],
    ['a text as a folder id', [field('folderId', 'home'), file('a')], { folderId: expect.any(String) }],
    [
      'a wrong allowDownload',
      [field('allowDownload', 'yes'), file('a')],
      { allowDownload: 'Must be true or false' },
    ],
    ['a name of spaces', [file('a', '   ')], { file: 'File name is required' }],
    [
      'a name that changes the text direction',
      [file('a', 'exe\u202efdp.txt')],
      { file: expect.stringContaining('change the text direction') },
    ],
    [
      'a name of 300 characters',
      [file('a', `${'x'.repeat(300)}.txt`)],
      { file: expect.stringContaining('255') },
    ],
  ])('%s is refused with its field and leaves nothing', async (_what, parts, fields) => {
    const { testApp, owner } = await openCountedApp();
    const answer = await owner.form('/api/files', parts);
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
    expect(await storedKeys(testApp)).toEqual([]);
    expect((await owner.get('/api/files')).body).toEqual([]);
    await testApp.close();
  });

  test('two files in one form are refused and leave nothing', { tags: ['sqlite'] }, async () => {
    const { testApp, owner } = await openCountedApp();
    const answer = await owner.form('/api/files', [file('a'), file('b')]);
    expect([answer.status, answer.body.error]).toEqual([400, 'Send one file at a time']);
    expect(await storedKeys(testApp)).toEqual([]);
    await testApp.close();
  });

  test('a form that is cut off leaves nothing', async () => {
    const { testApp, owner } = await openCountedApp();
    for (const parts of [[file(Buffer.alloc(300_000))], [field('folderId', ''), file('a')]]) {
      const whole = multipartBody(parts);
      const answer = await owner.send({
        method: 'POST',
        url: '/api/files',
        payload: whole.subarray(0, whole.length - 40),
        headers: { 'content-type': MULTIPART_TYPE },
      });
      expect([answer.status, answer.body.error]).toEqual([400, 'The upload was interrupted. Try again.']);
    }
    expect(await storedKeys(testApp)).toEqual([]);
    await testApp.close();
  });

  test('only the last part of a path in the name is kept', async ({ testApp }) => {
    const kept = await (await testApp.user()).file({ name: '../../etc/passwd.txt' });
    expect(kept.name).toBe('passwd.txt');
  });

  test.for([
    ['The %22final%22 lease.txt', 'The "final" lease.txt'],
    // No browser writes these: they are part of the name.
    ['50%25 and %2e%2e%2fa %c3%bc %0d%0a.txt', '50%25 and %2e%2e%2fa %c3%bc %0d%0a.txt'],
    ['%2522.txt', '%2522.txt'],
  ])('the name %s of a form is stored as %s', async ([sent = '', name = ''], { testApp }) => {
    const owner = await testApp.user();
    const { status, body } = await owner.form('/api/files', [file('a', sent)]);
    expect([status, body.name]).toEqual([201, name]);
    const version = await owner.form(`/api/files/${body.id}/versions`, [file('b', sent)]);
    expect([version.status, (await owner.get(`/api/files/${body.id}`)).body.name]).toEqual([201, name]);
  });

  test('an escaped line break in a name is refused like the line break itself', async ({ testApp }) => {
    const owner = await testApp.user();
    for (const name of ['a%0Ab.txt', 'a%0Db.txt', 'a%0D%0Ab.txt'])
      expect((await owner.form('/api/files', [file('a', name)])).status).toBe(400);
  });

  test('JSON instead of a form is refused', async ({ testApp }) => {
    const answer = await (await testApp.user()).post('/api/files', { file: 'a' });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-type']);
  });

  test('one byte above the limit is refused with the limit named, and leaves nothing', {
    tags: ['sqlite'],
  }, async () => {
    const { testApp, owner } = await openCountedApp();
    const set = await openSettings(testApp);
    await set({ maxUploadSizeMB: 1 });
    const megabyte = Buffer.alloc(1024 * 1024, 'a');
    const answer = await owner.form('/api/files', [file(Buffer.concat([megabyte, Buffer.from('b')]))]);
    expect(answer.status).toBe(413);
    expect(answer.body.error).toMatch(/1 MB/);
    expect(await storedKeys(testApp)).toEqual([]);
    expect((await owner.file({ content: megabyte })).size).toBe(megabyte.length);
    await set({ maxUploadSizeMB: 2 });
    expect((await owner.file({ content: `${megabyte}b` })).size).toBe(megabyte.length + 1);
    await testApp.close();
  });

  test('a folder with room for three files accepts three of a hundred concurrent uploads', async () => {
    const { testApp, owner } = await openCountedApp();
    const set = await openSettings(testApp);
    await set({ maxFilesPerFolder: 10 });
    const { id } = await owner.folder();
    for (let number = 0; number < 7; number += 1) await owner.file({ folderId: id });
    const parts = [field('folderId', String(id)), file('a')];
    const answers = await Promise.all(Array.from({ length: 100 }, () => owner.form('/api/files', parts)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await owner.get(`/api/files?folderId=${id}`)).body).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error]).toEqual([
      409,
      expect.stringContaining('can contain at most 10 files'),
    ]);
    await testApp.finishJobs();
    expect(await storedKeys(testApp)).toHaveLength(20); // each with its extracted text
    const spare = await owner.file({});
    const move = () => owner.patch(`/api/files/${spare.id}/move`, { folderId: id });
    expect((await move()).status).toBe(409);
    await set({ maxFilesPerFolder: 11 });
    expect((await move()).status).toBe(200);
    await testApp.close();
  });

  test('an account that ends during its upload stores nothing', async () => {
    const { testApp, owner } = await openCountedApp();
    const whole = multipartBody([file(Buffer.alloc(300_000))]);
    async function* send() {
      yield whole.subarray(0, 200_000);
      await testApp.server.services.db
        .updateTable('users')
        .set({ deleted_at: 1 })
        .where('id', '=', owner.id)
        .execute();
      yield whole.subarray(200_000);
    }
    const answer = await owner.send({
      method: 'POST',
      url: '/api/files',
      payload: Readable.from(send(), { highWaterMark: 1 }),
      headers: { 'content-type': MULTIPART_TYPE },
    });
    expect(answer.status).toBe(401);
    expect(await storedKeys(testApp)).toEqual([]);
    expect(await testApp.server.services.db.selectFrom('files').select('id').execute()).toEqual([]);
    await testApp.close();
  });
});

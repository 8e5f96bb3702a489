import { describe, expect, onTestFinished, vi } from 'vitest';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const MB = 1024 * 1024;
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

async function openOwnApp() {
  const testApp = await openTestApp({ maxConnections: 10 });
  onTestFinished(() => testApp.close());
  const admin = await testApp.user({ isAdmin: true });
  const set = (changes: object) => admin.patch('/api/admin/system-settings', changes);
  return { testApp, admin, set, owner: await testApp.user() };
}

const rowsOf = ({ server }: TestApp) => server.services.db.selectFrom('uploads').select('id').execute();

describe('refusals at the beginning of an upload', () => {
  test.for([
    ['no name', `folderId ${base64('')}`, 'upload-metadata.filename'],
    ['an empty name', 'filename', 'upload-metadata.filename'],
    ['a path', `filename ${base64('../../etc/passwd')}`, 'upload-metadata.filename'],
    [
      'a name that changes the text direction',
      `filename ${base64('exe\u202efdp.txt')}`,
      'upload-metadata.filename',
    ],
    ['a name of 300 characters', `filename ${base64('x'.repeat(300))}`, 'upload-metadata.filename'],
    ['a name that is not UTF-8', `filename ${base64(Uint8Array.of(0xff, 0xfe, 0x41))}`, 'upload-metadata'],
    ['a name that is not base64', 'filename a~b', 'upload-metadata'],
    ['a repeated name', `filename ${base64('a')},filename ${base64('b')}`, 'upload-metadata'],
    ['no fields', '', 'upload-metadata'],
    ['a field without a name', `,${base64('a')}`, 'upload-metadata'],
    ['__proto__', `__proto__ ${base64('a')},filename ${base64('a')}`, 'upload-metadata.__proto__'],
    ['an unknown field', `filename ${base64('a')},colour ${base64('red')}`, 'upload-metadata.colour'],
    [
      'a text as a folder id',
      `filename ${base64('a')},folderId ${base64('home')}`,
      'upload-metadata.folderId',
    ],
    [
      'a wrong flag',
      `filename ${base64('a')},allowDownload ${base64('yes')}`,
      'upload-metadata.allowDownload',
    ],
  ])('metadata with %s is refused', async ([, header, field], { testApp }) => {
    const before = await rowsOf(testApp);
    const answer = await createTusClient(await testApp.user()).begin(
      1,
      {},
      { 'upload-metadata': String(header) },
    );
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    expect(await rowsOf(testApp)).toEqual(before);
  });

  test.for(['-1', '1e3', '', '0x10', '01', '9'.repeat(30), '1.5'])(
    'the length %s is refused',
    async (length, { testApp }) => {
      const answer = await createTusClient(await testApp.user()).begin(1, {}, { 'upload-length': length });
      expect([answer.status, answer.body.fields]).toEqual([400, { 'upload-length': expect.any(String) }]);
    },
  );

  test.for([{ 'upload-defer-length': '1' }, { 'upload-concat': 'partial' }])(
    '%o is refused',
    async (headers, { testApp }) => {
      expect((await createTusClient(await testApp.user()).begin(1, {}, headers)).status).toBe(400);
    },
  );

  test('another version of tus is refused', async ({ testApp }) => {
    const tus = createTusClient(await testApp.user());
    const { status, headers, body } = await tus.begin(1, {}, { 'tus-resumable': '0.2.2' });
    expect([status, headers['tus-version'], body.code]).toEqual([412, '1.0.0', 'unsupported-version']);
  });

  test('a file above the limit and a full folder are refused', { tags: ['sqlite'] }, async () => {
    const { owner, set } = await openOwnApp();
    await set({ maxUploadSizeMB: 1, maxFilesPerFolder: 10 });
    const tus = createTusClient(owner);
    const large = await tus.begin(MB + 1);
    expect([large.status, large.body.error]).toEqual([413, expect.stringContaining('1 MB')]);
    const { id } = await owner.folder();
    for (let count = 0; count < 10; count += 1) await owner.file({ folderId: id });
    const full = await tus.begin(1, { folderId: String(id) });
    expect([full.status, full.body.error]).toEqual([
      409,
      expect.stringContaining('can contain at most 10 files'),
    ]);
  });

  test('more unfinished bytes than a user may have are refused, also concurrently', async () => {
    const { owner, set } = await openOwnApp();
    await set({ maxUploadSizeMB: 1 });
    const tus = createTusClient(owner);
    const large = await Promise.all(Array.from({ length: 25 }, () => tus.begin(MB)));
    expect(large.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(large.find(({ status }) => status !== 201)?.body.code).toBe('conflict');
    await tus.cancel(String(large.find(({ status }) => status === 201)?.headers['location']));
    expect((await tus.begin(MB)).status).toBe(201);
  });
});

describe('refusals during an upload', () => {
  test('a wrong or malformed offset, a missing one, and another content type are refused', async ({
    testApp,
  }) => {
    const tus = createTusClient(await testApp.user());
    const url = await tus.open(6);
    const bytes = Buffer.from('abc');
    const wrong = await tus.append(url, 3, bytes);
    expect([wrong.status, wrong.body.code]).toEqual([409, 'wrong-offset']);
    for (const offset of ['-1', 'x', '']) {
      const answer = await tus.append(url, 0, bytes, { 'upload-offset': offset });
      expect(answer.status).toBe(400);
    }
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=a']) {
      const answer = await tus.append(url, 0, bytes, { 'content-type': type });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-type']);
    }
    expect((await tus.head(url)).headers['upload-offset']).toBe('0');
  });

  test('after the rights are revoked, no more bytes are accepted and no file is created', async ({
    testApp,
  }) => {
    const [owner, collaborator] = [await testApp.user(), await testApp.user()];
    const { id } = await owner.folder();
    await testApp.share(id, collaborator);
    const tus = createTusClient(collaborator);
    const url = await tus.open(6, { folderId: String(id) });
    await tus.append(url, 0, Buffer.from('abc'));
    await testApp.unshare(id, collaborator);
    const refused = await tus.append(url, 3, Buffer.from('def'));
    expect([refused.status, refused.body.error]).toEqual([404, expect.stringContaining('folder')]);
    expect((await tus.head(url)).headers).toMatchObject({ 'upload-offset': '3' });
    expect((await owner.get(`/api/files?folderId=${id}`)).body).toEqual([]);
    await testApp.share(id, collaborator);
    expect((await tus.append(url, 3, Buffer.from('def'))).headers['muniment-file']).toBeDefined();
  });

  test('a folder that is in the trash or full, and a lowered limit, refuse the upload', {
    tags: ['sqlite'],
  }, async () => {
    const { owner, set, testApp } = await openOwnApp();
    const tus = createTusClient(owner);
    const [gone, full] = [await owner.folder(), await owner.folder()];
    const begin = async (size: number, folderId?: number) => {
      const url = await tus.open(size, { folderId: String(folderId ?? '') });
      await tus.append(url, 0, Buffer.alloc(3));
      return url;
    };
    const [intoGone, intoFull, large] = [
      await begin(6, gone.id),
      await begin(6, full.id),
      await begin(MB + 1),
    ];
    await owner.delete(`/api/folders/${gone.id}`);
    expect((await tus.append(intoGone, 3, Buffer.alloc(3))).status).toBe(404);
    await set({ maxFilesPerFolder: 10, maxUploadSizeMB: 1 });
    for (let count = 0; count < 10; count += 1) await owner.file({ folderId: full.id });
    expect((await tus.append(intoFull, 3, Buffer.alloc(3))).status).toBe(409);
    expect((await tus.append(large, 3, Buffer.alloc(3))).status).toBe(413);
    await testApp.finishJobs();
    const files = await testApp.server.services.db.selectFrom('files').select('id').execute();
    expect(files).toHaveLength(10);
  });

  test('the upload of an ended account is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    const tus = createTusClient(owner);
    const url = await tus.open(6);
    const { db, now } = testApp.server.services;
    await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', owner.id).execute();
    expect((await tus.append(url, 0, Buffer.alloc(6))).status).toBe(401);
    expect((await tus.head(url)).status).toBe(401);
  });

  test("another user's upload is not found", async ({ testApp }) => {
    const url = await createTusClient(await testApp.user()).open(3);
    const others = [await testApp.user(), await testApp.user({ isAdmin: true })];
    for (const tus of others.map((person) => createTusClient(person))) {
      const absent = await tus.append('/api/uploads/999999', 0, Buffer.from('abc'));
      const anothers = await tus.append(url, 0, Buffer.from('abc'));
      expect([anothers.status, anothers.body]).toEqual([404, absent.body]);
      expect((await tus.head(url)).status).toBe(404);
      expect((await tus.cancel(url)).status).toBe(404);
    }
  });
});

describe('a request for bytes whose last part is gone', () => {
  test('a request for bytes whose last part is gone is refused as one with a wrong offset when another request was faster', async () => {
    const { testApp, owner } = await openOwnApp();
    const tus = createTusClient(owner);
    const url = await tus.open(9);
    await tus.append(url, 0, Buffer.from('abc'));
    const { blobs } = testApp.server.services;
    const open = blobs.open.bind(blobs);
    const [begun, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const opened = vi.spyOn(blobs, 'open').mockImplementationOnce(async (...part) => {
      begun.resolve();
      await overtaken.promise;
      return open(...part);
    });
    onTestFinished(() => opened.mockRestore());
    const slow = tus.append(url, 3, Buffer.from('xyz'));
    await begun.promise;
    expect((await tus.append(url, 3, Buffer.from('def'))).status).toBe(204);
    overtaken.resolve();
    const { status, body } = await slow;
    expect([status, body.code]).toEqual([409, 'wrong-offset']);
    expect((await tus.append(url, 6, Buffer.from('ghi'))).status).toBe(204);
  });

  test('a request for bytes whose last part is gone fails when the object store lost it', {
    tags: ['sqlite'],
  }, async () => {
    const { testApp, owner } = await openOwnApp();
    const { db, blobs } = testApp.server.services;
    const tus = createTusClient(owner);
    const url = await tus.open(9);
    await tus.append(url, 0, Buffer.from('abc'));
    const part = await db.selectFrom('upload_parts').select('key').executeTakeFirstOrThrow();
    await blobs.remove(part.key);
    expect((await tus.append(url, 3, Buffer.from('def'))).status).toBe(500);
  });
});

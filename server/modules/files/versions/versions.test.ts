import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const replace = (person: TestClient, id: number, content: string, { name = 'note.txt', note = '' } = {}) =>
  person.form(`/api/files/${id}/versions`, [
    { name: 'note', value: note },
    { name: 'file', value: content, filename: name },
  ]);

const textOf = async (person: TestClient, address: string): Promise<string> =>
  (await person.get(address)).bytes.toString();

const fileEvents = ({ server }: TestApp, id: number, action: string) =>
  server.services.db
    .selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', id)
    .where('action', '=', action)
    .orderBy('position')
    .execute();

describe('what leaves', () => {
  test('view, download, zip, visitor and tus link name the version that is shown', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    const { id } = await owner.file({ folderId: folder.id, content: 'First draft.' });
    expect((await owner.get(`/api/files/${id}`)).body).not.toHaveProperty('version');
    expect(await textOf(visitor, `/api/files/${id}/view`)).toBe('First draft.');
    const added = await replace(owner, id, 'Second draft.', { note: ' Price corrected ' });
    expect([added.status, added.body]).toEqual([
      201,
      {
        number: 2,
        size: 13,
        sha256: hashOf('Second draft.'),
        author: { username: owner.username },
        createdAt: expect.any(String),
        note: 'Price corrected',
        isCurrent: true,
        withdrawnAt: null,
        withdrawnReason: null,
        typeChanged: false,
      },
    ]);
    for (const reader of [owner, visitor]) {
      const { body } = await reader.get(`/api/files/${id}`);
      expect([body.version, body.size, body.content]).toEqual([2, 13, 'Second draft.']);
      for (const address of ['view', 'download', 'versions/2/view', 'versions/2/download']) {
        const answer = await reader.get(`/api/files/${id}/${address}`);
        expect([answer.bytes.toString(), answer.headers['muniment-version'], answer.headers['etag']]).toEqual(
          ['Second draft.', '2', `"${hashOf('Second draft.')}"`],
        );
      }
      const entries = await unzip((await reader.get(`/api/folders/${folder.id}/archive`)).bytes);
      const zipped = new Map(entries.map(({ path, bytes }) => [path, bytes.toString()]));
      expect(zipped.get('note.txt')).toBe('Second draft.');
      expect(zipped.get('index.csv')).toContain(`${hashOf('Second draft.')},Version 2`);
    }
    const downloads = await fileEvents(testApp, id, 'file.download');
    expect(downloads.map(({ details }) => JSON.parse(details ?? ''))).toEqual(
      Array(4).fill({ version: 2, sha256: hashOf('Second draft.') }),
    );
    const views = (await owner.get('/api/file-views/owner')).body;
    expect(views.map(({ version }: { version?: number }) => version)).toEqual([2, undefined]);
  });

  test('page images are those of the version, and a signature for one does not open another', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: 'First draft.' });
    const first = (await owner.get(`/api/files/${id}/pages`)).body.signature;
    const firstPage = await owner.get(`/api/files/${id}/pages/1?signature=${first}`);
    await replace(owner, id, 'Another text with more words.');
    expect((await owner.get(`/api/files/${id}/pages/1?signature=${first}`)).status).toBe(404);
    const second = await getWithSignature(owner, `/api/files/${id}/pages/1`);
    expect(second.bytes.equals(firstPage.bytes)).toBe(false);
    const earlier = await getWithSignature(owner, `/api/files/${id}/versions/1/pages/1`);
    expect([earlier.status, earlier.bytes.equals(firstPage.bytes)]).toEqual([200, true]);
  });
});

describe('adding versions', () => {
  test('the same content again, of any version that is not withdrawn, is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: 'One.' });
    await replace(owner, id, 'Two.');
    const answer = await replace(owner, id, 'One.');
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This is the same content as version 1. No version was added.',
    ]);
    expect((await owner.get(`/api/files/${id}/versions`)).body).toHaveLength(2);
  });

  test('a version of another type changes the extension and is announced', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'Contract.txt', content: 'One.', allowDownload: true });
    const answer = await replace(owner, id, '%PDF-1.4', { name: 'final (2).PDF' });
    expect([answer.status, answer.body.typeChanged]).toEqual([201, true]);
    expect((await owner.get(`/api/files/${id}`)).body).toMatchObject({
      name: 'Contract.pdf',
      fileType: 'pdf',
      allowDownload: true,
    });
    const first = await owner.get(`/api/files/${id}/versions/1/download`);
    expect(first.headers['content-disposition']).toBe('attachment; filename=Contract.txt');
    expect((await replace(owner, id, 'Three.', { name: 'no extension' })).body.typeChanged).toBe(false);
  });

  test('two replacements at once are both added, in the order of their commits', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: 'One.' });
    const answers = await Promise.all(['Two.', 'Three.'].map((content) => replace(owner, id, content)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const last = answers.find(({ body }) => body.number === 3);
    expect(answers.map(({ body }) => body.number).sort()).toEqual([2, 3]);
    expect(hashOf(await textOf(owner, `/api/files/${id}/download`))).toBe(last?.body.sha256);
  });

  test('a resumable upload adds a version with its note', async ({ testApp }) => {
    const owner = await testApp.user();
    const other = await testApp.user();
    const { id } = await owner.file({ content: 'One.' });
    const tus = createTusClient(owner);
    const url = await tus.open(4, { replaces: String(id), note: 'By tus' });
    const answer = await tus.append(url, 0, Buffer.from('Two.'));
    expect([answer.status, answer.headers['muniment-file']]).toEqual([204, String(id)]);
    const [newest] = (await owner.get(`/api/files/${id}/versions`)).body;
    expect(newest).toMatchObject({ number: 2, note: 'By tus', isCurrent: true });
    expect((await owner.get('/api/files')).body).toHaveLength(1);
    expect((await createTusClient(other).begin(4, { replaces: String(id) })).status).toBe(404);
    // The right to replace ends while the bytes arrive.
    const late = await tus.open(4, { replaces: String(id) });
    await owner.delete(`/api/files/${id}`);
    expect((await tus.append(late, 0, Buffer.from('Late'))).status).toBe(404);
  });
});

describe('who sees which version', () => {
  test('readers see the current version alone, without author and note', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const { id } = await owner.file({ folderId: folder.id, content: 'One.' });
    await replace(owner, id, 'Two.', { note: 'Not for the other side' });
    const { body } = await visitor.get(`/api/files/${id}/versions`);
    expect(body).toEqual([
      expect.objectContaining({ number: 2, author: null, note: null, sha256: null, isCurrent: true }),
    ]);
    const refused = await visitor.get(`/api/files/${id}/versions/1/pages`);
    expect([refused.status, refused.body]).toEqual([
      404,
      { error: 'The version could not be found.', code: 'not-found' },
    ]);
  });

  test('a withdrawn version is hidden, and the newest other one becomes current', async ({ testApp }) => {
    const owner = await testApp.user();
    const member = await testApp.user();
    const folder = await owner.folder();
    await testApp.share(folder.id, member);
    const { id } = await owner.file({ folderId: folder.id, content: 'One.' });
    const withdraw = (number: number, reason: string) =>
      owner.post(`/api/files/${id}/versions/${number}/withdraw`, { reason });
    expect(await withdraw(1, 'Wrong').then(({ status, body }) => [status, body.error])).toEqual([
      409,
      'The only version cannot be withdrawn.',
    ]);
    await replace(owner, id, 'Two.');
    await replace(owner, id, 'Three.');
    expect(await withdraw(3, ' ').then(({ status, body }) => [status, body.fields])).toEqual([
      400,
      { reason: 'Enter a reason.' },
    ]);
    expect((await withdraw(3, 'Wrong price')).body).toMatchObject({
      number: 3,
      isCurrent: false,
      withdrawnReason: 'Wrong price',
    });
    expect(await textOf(member, `/api/files/${id}/download`)).toBe('Two.');
    const seen = (await member.get(`/api/files/${id}/versions`)).body;
    expect(seen.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    for (const call of ['view', 'download', 'pages'])
      expect((await member.get(`/api/files/${id}/versions/3/${call}`)).status).toBe(404);
    expect(await textOf(owner, `/api/files/${id}/versions/3/download`)).toBe('Three.');
    expect((await withdraw(3, 'Again')).body.error).toBe('Version 3 is withdrawn already.');
    expect((await replace(owner, id, 'Four.')).body.number).toBe(4);
    const [event] = await fileEvents(testApp, id, 'file.withdraw-version');
    expect(JSON.parse(event?.details ?? '')).toEqual({
      version: 3,
      sha256: hashOf('Three.'),
      reason: 'Wrong price',
      current: 2,
    });
  });

  test('an editor of a room replaces the files of others, and a collaborator outside rooms does not', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const editor = await testApp.user();
    const folder = await owner.folder();
    await testApp.share(folder.id, editor);
    const { id } = await owner.file({ folderId: folder.id, content: 'One.' });
    expect((await replace(editor, id, 'Two.')).status).toBe(403);
    expect((await owner.post('/api/rooms', { folderId: folder.id })).status).toBe(201);
    expect((await editor.get(`/api/files/${id}`)).body.isInRoom).toBe(true);
    expect((await replace(editor, id, 'Two.')).status).toBe(201);
    expect((await editor.post(`/api/files/${id}/versions/1/restore`)).body).toMatchObject({
      number: 3,
      note: 'Restored from version 1',
      author: { username: editor.username },
    });
    expect(await textOf(owner, `/api/files/${id}/download`)).toBe('One.');
    expect((await editor.post(`/api/files/${id}/versions/3/restore`)).status).toBe(409);
  });
});

import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const makeImage = (width = 64, height = 64) => createCanvas(width, height).toBuffer('image/png');
const toBody = (bytes: Buffer) => ({ image: bytes.toString('base64') });

test('a picture is drawn again, and shown to those who see the person', async ({ testApp }) => {
  const owner = await testApp.user();
  const secret = 'GPS 48.137 11.575';
  const set = await owner.post('/api/user/avatar', toBody(Buffer.concat([makeImage(), Buffer.from(secret)])));
  expect(set.status).toBe(200);
  const token: string = set.body.avatar;
  expect(token).toMatch(/^[\w-]{22}$/);
  expect((await owner.get('/api/user')).body.avatar).toBe(token);

  const { id: folderId } = await owner.folder();
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId] });
  for (const reader of [owner, visitor]) {
    const shown = await reader.send({ method: 'GET', url: `/api/avatars/${token}` });
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(shown.bytes.includes(secret)).toBe(false);
  }
  expect((await testApp.anonymous.get(`/api/avatars/${token}`)).status).toBe(401);
  expect((await owner.get(`/api/avatars/${'A'.repeat(22)}`)).status).toBe(404);
  expect((await owner.get('/api/avatars/1')).status).toBe(400);

  const removed = await owner.delete('/api/user/avatar');
  expect(removed.body).not.toHaveProperty('avatar');
  expect((await owner.get(`/api/avatars/${token}`)).status).toBe(404);
});

test('what is no picture is refused and leaves nothing', async ({ testApp }) => {
  const user = await testApp.user();
  const count = async () =>
    (await testApp.server.services.db.selectFrom('blobs').select('key').execute()).length;
  const before = await count();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const damaged = Buffer.concat([makeImage().subarray(0, 40), Buffer.alloc(20)]);
  for (const bytes of [svg, Buffer.from('%PDF-1.7'), damaged, makeImage(900, 10)]) {
    const answer = await user.post('/api/user/avatar', toBody(bytes));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual(['image']);
  }
  expect((await user.post('/api/user/avatar', { image: 'not base64!' })).status).toBe(400);
  expect((await user.post('/api/user/avatar', toBody(Buffer.alloc(170 * 1024)))).status).toBe(400);
  expect(await count()).toBe(before);
  expect((await user.get('/api/user')).body).not.toHaveProperty('avatar');
});

test('people are shown by their names where others see them, and usernames stay', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Named');
  const reader = await testApp.user();
  await testApp.share(folder.id, reader);
  const names = { firstName: 'Dana', lastName: ' Keller ' };
  const changed = await reader.patch('/api/user/profile', names);
  expect(changed.body).toMatchObject({
    username: reader.username,
    displayName: 'Dana Keller',
    firstName: 'Dana',
    lastName: 'Keller',
  });
  const file = await reader.file({ folderId: folder.id });
  const own = await owner.file({ folderId: folder.id });
  expect((await owner.get(`/api/files/${file.id}/versions`)).body[0].author).toEqual({
    username: reader.username,
    displayName: 'Dana Keller',
  });
  const readersFolder = await reader.folder('Deal');
  await reader.post('/api/invitations', { email: 'guest@example.test', folderId: readersFolder.id });
  const [mail] = (await (await testApp.user({ isAdmin: true })).get('/api/admin/outbox')).body;
  expect(mail.subject).toBe('Dana Keller invites you to collaborate on the folder “Deal”');
  await reader.get(`/api/files/${own.id}/view`);

  const person = { username: reader.username, displayName: 'Dana Keller' };
  expect((await owner.get(`/api/folders/${folder.id}/collaborators`)).body).toMatchObject([person]);
  expect((await owner.get(`/api/folders/${folder.id}/sharing`)).body.people).toMatchObject([
    { username: owner.username },
    person,
  ]);
  const listed = (await owner.get(`/api/files?folderId=${folder.id}`)).body;
  expect(listed.find(({ id }: { id: number }) => id === file.id).ownerName).toBe('Dana Keller');
  for (const path of [
    '/api/file-views/owner',
    `/api/files/${own.id}/views`,
    `/api/files/${own.id}/viewers`,
    `/api/folders/${folder.id}/viewers`,
    `/api/folders/${folder.id}/views`,
  ]) {
    const answer = await owner.get(path);
    if (answer.status === 200) expect(answer.body[0].viewer).toMatchObject(person);
  }

  const cleared = await reader.patch('/api/user/profile', { firstName: '', lastName: '' });
  expect(cleared.body).not.toHaveProperty('displayName');
  for (const firstName of ['x'.repeat(61), 'line\nbreak', '\u202Egnp.exe'])
    expect((await reader.patch('/api/user/profile', { firstName })).status).toBe(400);
});

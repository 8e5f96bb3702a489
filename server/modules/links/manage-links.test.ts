import { describe, expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['user']>>;

const create = async (owner: Owner, folderId: number, wish: object = {}) => {
  const targets = [{ kind: 'folder', id: folderId }];
  const { status, body } = await owner.post('/api/links', { name: 'Fund X', targets, ...wish });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};

describe('POST /api/links', () => {
  test('an owner creates a link that asks for an address by default', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    const link = await create(owner, folder.id);
    expect(link).toMatchObject({
      name: 'Fund X',
      owner: owner.username,
      targets: [{ kind: 'folder', id: folder.id, name: 'Deal' }],
      status: 'active',
      level: 'view',
      askEmail: true,
      hasPassword: false,
      expiresAt: null,
      visits: 0,
      people: 0,
    });
    expect(link.url).toMatch(/^http:\/\/localhost:3000\/l\/[\w-]{22}$/);
    expect((await create(owner, folder.id)).url).not.toBe(link.url);
    expect((await owner.get('/api/links')).body).toHaveLength(2);
    expect((await owner.get('/api/invitations')).body).toEqual([]);
  });

  test('only those who may share a folder or file create a link to it', async ({ testApp }) => {
    const [owner, other, collaborator] = [await testApp.user(), await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    const file = await owner.file({ folderId: folder.id });
    const rootFile = await owner.file();
    await testApp.share(folder.id, collaborator);
    const ask = async (who: Owner, kind: string, id: number) =>
      (await who.post('/api/links', { name: 'L', targets: [{ kind, id }] })).status;
    expect(await ask(other, 'folder', folder.id)).toBe(404);
    expect(await ask(other, 'file', file.id)).toBe(404);
    expect(await ask(other, 'file', rootFile.id)).toBe(404);
    expect(await ask(collaborator, 'folder', folder.id)).toBe(403);
    expect(await ask(collaborator, 'file', file.id)).toBe(403);
    for (const [kind, id] of [
      ['folder', folder.id],
      ['file', file.id],
      ['file', rootFile.id],
    ] as const)
      expect(await ask(owner, kind, id)).toBe(201);
    await owner.delete(`/api/files/${rootFile.id}`);
    expect(await ask(owner, 'file', rootFile.id)).toBe(404);
  });

  test('settings that cannot work are refused with the field', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const ask = async (settings: object, wish: object = {}) => {
      const targets = [{ kind: 'folder', id: folder.id }];
      const { status, body } = await owner.post('/api/links', { name: 'L', targets, settings, ...wish });
      return [status, body.fields];
    };
    expect(await ask({ requireCode: true })).toEqual([400, { requireCode: 'Outgoing mail is not set up.' }]);
    expect(await ask({ allowed: ['example.com'] })).toEqual([
      400,
      { allowed: 'An allow list requires the code.' },
    ]);
    expect(await ask({ blocked: ['not a domain'] })).toEqual([
      400,
      { blocked: 'not a domain is not an email address or a domain.' },
    ]);
    expect(await ask({ askEmail: false })).toEqual([
      400,
      { askEmail: 'Links without an email address are disabled.' },
    ]);
    expect(await ask({}, { expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
      400,
      { expiresAt: 'Choose an end in the future.' },
    ]);
    expect((await ask({ password: 'short' }))[0]).toBe(400);
    expect((await ask({ unknown: 1 }))[0]).toBe(400);
    expect((await owner.get('/api/links')).body).toEqual([]);
  });
});

describe('GET, PATCH and DELETE /api/links/:id', () => {
  test('links are listed by folder and file, a page at a time, without their password', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [one, two] = [await owner.folder(), await owner.folder()];
    const first = await create(owner, one.id, { settings: { password: 'open sesame' } });
    const second = await create(owner, one.id);
    await create(owner, two.id);
    const { body, headers } = await owner.get(`/api/links?kind=folder&id=${one.id}&limit=1`);
    expect(body).toMatchObject([{ id: second.id }]);
    const next = /<(.+)>/.exec(String(headers['link']))?.[1] ?? '';
    const page = await owner.get(next);
    expect(page.body).toMatchObject([{ id: first.id, hasPassword: true }]);
    expect(JSON.stringify(page.body)).not.toMatch(/argon2|sesame/);
    expect((await owner.get(`/api/links?kind=folder`)).status).toBe(400);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get('/api/links')).body).toEqual([]);
    expect((await admin.get(`/api/links?kind=folder&id=${one.id}`)).body).toHaveLength(2);
  });

  test("another user finds nothing of a link, and the owner's link is gone once revoked", async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const link = await create(owner, (await owner.folder()).id);
    const url = `/api/links/${link.id}`;
    for (const response of [
      await other.get(url),
      await other.patch(url, { name: 'Mine' }),
      await other.delete(url),
      await other.get(`${url}/visitors`),
    ])
      expect([response.status, response.body.error]).toEqual([404, 'The link could not be found']);
    expect((await owner.patch(url, { name: 'Renamed' })).body.name).toBe('Renamed');
    expect((await owner.delete(url)).body).toEqual({ success: true });
    expect((await owner.get(url)).status).toBe(404);
    expect((await owner.get('/api/links')).body).toEqual([]);
  });

  test('a disabled link is closed until it is enabled again', async ({ testApp }) => {
    const owner = await testApp.user();
    const link = await create(owner, (await owner.folder()).id);
    const browser = openAccessPage(testApp.server, link.url);
    expect((await browser.page()).status).toBe(200);
    const disabled = await owner.patch(`/api/links/${link.id}`, { disabled: true });
    expect(disabled.body.status).toBe('disabled');
    expect((await browser.page()).status).toBe(404);
    await owner.patch(`/api/links/${link.id}`, { disabled: false });
    expect((await browser.page()).status).toBe(200);
  });
});

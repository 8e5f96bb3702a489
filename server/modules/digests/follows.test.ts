import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { putJson } from '#server/testing/room-fixture.ts';
import { test, testWith } from '#server/testing/test-app.ts';
import type { Follow } from '#shared/contracts/changes/follows.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';

const follow = (person: TestClient, kind: string, id: number) =>
  person.send({ method: 'PUT', url: `/api/follows/${kind}/${id}` });
const followsOf = async (person: TestClient): Promise<Follow[]> => (await person.get('/api/follows')).body;

describe('PUT /api/follows/:kind/:id', () => {
  test('users and visitors follow what they see, once, and stop', async ({ testApp }) => {
    const [owner, unrelated] = [await testApp.user(), await testApp.user()];
    const outer = await owner.folder('Deal');
    const inner = await owner.folder('Annexes', outer.id);
    const file = await owner.file({ folderId: inner.id });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
    for (const person of [owner, visitor]) {
      expect(await follow(person, 'folder', inner.id)).toMatchObject({ status: 200 });
      const answer = await follow(person, 'file', file.id);
      expect(answer.body).toMatchObject({ kind: 'file', id: file.id, name: 'note.txt', folderId: inner.id });
      expect((await follow(person, 'file', file.id)).body).toEqual(answer.body);
    }
    expect((await followsOf(owner)).map(({ name, folderId }) => [name, folderId])).toEqual([
      ['Annexes', outer.id],
      ['note.txt', inner.id],
    ]);
    // The folder above is not theirs to know.
    expect((await followsOf(visitor))[0]).toMatchObject({ id: inner.id, folderId: null });
    const page = await owner.get('/api/follows?limit=1');
    expect(page.body).toHaveLength(1);
    expect(page.headers['link']).toContain('rel="next"');
    expect((await follow(unrelated, 'file', file.id)).status).toBe(404);
    expect((await unrelated.delete(`/api/follows/folder/${inner.id}`)).status).toBe(404);
    expect((await visitor.delete(`/api/follows/folder/${inner.id}`)).body).toEqual({ success: true });
    expect((await visitor.delete(`/api/follows/folder/${inner.id}`)).status).toBe(200);
    expect((await followsOf(visitor)).map(({ kind }) => kind)).toEqual(['file']);
    expect((await follow(owner, 'room', inner.id)).status).toBe(400);
    expect((await putJson(owner, `/api/follows/file/${file.id}`, { hour: 8 })).status).toBe(200);
  });

  test('what one no longer sees is not listed, and a purged file is not followed', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Deal');
    const file = await owner.file({ folderId: folder.id });
    await testApp.share(folder.id, other);
    await follow(other, 'file', file.id);
    await owner.delete(`/api/files/${file.id}`);
    expect(await followsOf(other)).toEqual([]);
    await owner.post(`/api/trash/files/${file.id}/restore`);
    await testApp.unshare(folder.id, other);
    expect(await followsOf(other)).toEqual([]);
    await testApp.share(folder.id, other);
    expect(await followsOf(other)).toHaveLength(1);
    await owner.delete(`/api/files/${file.id}`);
    await owner.delete(`/api/trash/files/${file.id}`);
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    const rows = await db.selectFrom('follows').selectAll().where('target_id', '=', file.id).execute();
    expect(rows.filter(({ kind }) => kind === 'file')).toEqual([]);
  });

  test('a reader follows a limited number of entries', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    const values = Array.from({ length: MAX_FOLLOWS }, (_, nth) => ({
      reader_kind: 'user' as const,
      reader_id: owner.id,
      kind: 'file' as const,
      target_id: 1_000_000 + nth,
      created_at: 0,
    }));
    await testApp.server.services.db.insertInto('follows').values(values).execute();
    const answer = await follow(owner, 'folder', folder.id);
    expect([answer.status, answer.body.error]).toEqual([
      409,
      `You follow ${MAX_FOLLOWS} folders and files, the maximum. Unfollow some first.`,
    ]);
  });
});

testWith({ config: WITH_MAIL })(
  'a visitor who only typed an address at a link gets no follows, saved searches and digests of it',
  async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    const targets = [{ kind: 'folder', id: folder.id }];
    const { body: link } = await owner.post('/api/links', {
      name: 'For bidders',
      targets,
      settings: { requireCode: true },
    });
    const enter = async (email: string) => {
      const browser = openAccessPage(testApp.server, link.url);
      await browser.submit('email', { email });
      const { body } = await browser.page();
      if (body.steps.includes('code'))
        await browser.submit('code', { code: await receiveCode(testApp, browser) });
      expect((await browser.submit('enter')).status).toBe(200);
      return browser;
    };
    const alice = await enter('alice@bidder.test');
    expect((await follow(alice, 'folder', folder.id)).status).toBe(200);
    const saved = await alice.post('/api/saved-searches', { query: 'change of control' });
    expect(saved.status).toBe(201);
    expect((await alice.get('/api/visitor/status')).body.isUnconfirmed).toBeUndefined();
    expect((await alice.get('/api/digests')).body).toHaveLength(1);
    expect((await alice.get('/api/certificates')).status).toBe(200);

    await owner.patch(`/api/links/${link.id}`, { settings: { requireCode: false } });
    const other = await enter('alice@bidder.test');
    expect((await other.get('/api/visitor/status')).body).toMatchObject({
      email: 'alice@bidder.test',
      isUnconfirmed: true,
    });
    for (const list of ['/api/follows', '/api/digests', '/api/certificates'])
      expect([list, (await other.get(list)).body]).toEqual([list, []]);
    const url = `/api/saved-searches/${saved.body.id}`;
    for (const refused of [
      await other.get('/api/saved-searches'),
      await other.post('/api/saved-searches', { query: 'x' }),
      await other.patch(url, { alerts: false }),
      await other.delete(url),
      await follow(other, 'folder', folder.id),
      await other.delete(`/api/follows/folder/${folder.id}`),
      await other.patch(`/api/digests/${folder.id}`, { frequency: 'never' }),
    ])
      expect([refused.status, refused.body.error]).toEqual([
        403,
        expect.stringMatching(/did not confirm your address/),
      ]);
    const { db } = testApp.server.services;
    expect(await db.selectFrom('follows').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('saved_searches').select('has_alerts').execute()).toEqual([{ has_alerts: 1 }]);
    // Once she proves it again, everything is hers as before.
    await owner.patch(`/api/links/${link.id}`, { settings: { requireCode: true } });
    expect((await other.get('/api/follows')).status).toBe(401);
    // An address gets one code in 30 seconds.
    testApp.advanceClock(31_000);
    const again = await enter('alice@bidder.test');
    expect(await followsOf(again)).toHaveLength(1);
    expect((await again.get('/api/saved-searches')).body).toHaveLength(1);
  },
);

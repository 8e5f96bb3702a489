import { describe, expect } from 'vitest';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

/** Creates a room with an editor who drafted the move of a file. */
async function openMoved(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep } = room;
  const url = `/api/rooms/${root.id}`;
  await owner.patch(url, { settings: { draftUploads: false } });
  const [editor, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
  const own = await editor.file({ folderId: inner.id, name: 'own.txt' });
  const move = (folderId: number) => editor.patch(`/api/files/${own.id}/move`, { folderId, draft: true });
  expect((await move(deep.id)).status).toBe(200);
  const drafts = async () => (await owner.get(`${url}/drafts`)).body.changes;
  return { ...room, url, editor, admin, own, drafts };
}

describe('the author of a drafted move', () => {
  test('who works in the room no more is named, and the draft can be discarded', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, url, editor, drafts } = await openMoved(testApp);
    await owner.delete(`${url}/staff/${editor.id}`);
    const { status, body } = await owner.post(`${url}/publications`, {});
    expect([status, body.error]).toEqual([
      409,
      `The move of “own.txt”, drafted by ${editor.username}, cannot be made: At least one of these files could not be found. Discard this draft and publish again.`,
    ]);
    const [{ id }] = await drafts();
    expect((await owner.delete(`/api/drafts/${id}`)).status).toBe(200);
    expect(await drafts()).toEqual([]);
  });

  test('takes the draft along when the account is deleted', async ({ testApp }) => {
    const { owner, url, editor, admin, drafts } = await openMoved(testApp);
    expect((await admin.delete(`/api/admin/users/${editor.id}`)).status).toBe(200);
    expect(await drafts()).toEqual([]);
    expect((await owner.post(`${url}/publications`, {})).body.error).toBe('There are no drafts to publish.');
  });

  test('whose account is deleted while the draft waits is named, and the manager stays signed in', async ({
    testApp,
  }) => {
    const { owner, url, editor, admin, own, inner, drafts } = await openMoved(testApp);
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    await owner.post(`${url}/publications`, { at });
    expect((await admin.delete(`/api/admin/users/${editor.id}`)).status).toBe(200);
    testApp.advanceClock(HOUR + 1_000);
    expect((await owner.get(`/api/files/${own.id}`)).body.folderId).toBe(inner.id);
    const refusal = `The move of “own.txt”, drafted by ${editor.username}, cannot be made: The account of the author was deleted. Discard this draft and publish again.`;
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([{ state: 'void', reason: refusal }]);
    const { status, body } = await owner.post(`${url}/publications`, {});
    expect([status, body.error]).toEqual([409, refusal]);
    const [{ id }] = await drafts();
    expect((await owner.delete(`/api/drafts/${id}`)).status).toBe(200);
  });
});

test('a user compares the drafts of rooms a few times at once', async ({ testApp }) => {
  const { owner, editor, url } = await openMoved(testApp);
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.get(`${url}/drafts`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  for (const client of [owner, editor]) expect((await client.get(`${url}/drafts`)).status).toBe(200);
});

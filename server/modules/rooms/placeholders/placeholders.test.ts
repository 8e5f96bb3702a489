import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { setCell } from '../inbox/testing/member-room.ts';

const NOT_FOUND = 'The placeholder could not be found.';
const GONE = `${NOT_FOUND} It may be replaced already. A file that you upload to the folder has the permissions of the folder.`;

/** Lists the lines of a folder as `number kind name`. */
async function indexOf(client: TestClient, folderId: number): Promise<string[]> {
  const entries: Entry[] = (await client.get(`/api/folders/${folderId}/entries`)).body;
  return entries.map(({ kind, number, name }) => `${number} ${kind} ${name}`);
}

/** Creates a room whose first folder has a folder, a file and a placeholder, and after it another file. */
async function openPlaceholder(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner } = room;
  testApp.advanceClock(1);
  const created = await owner.post(`/api/folders/${inner.id}/placeholders`, {
    name: 'Lease',
    responsibleName: 'Ms. Roth',
    dueAt: '2026-12-12T22:59:59.000Z',
  });
  expect(created.status).toBe(201);
  testApp.advanceClock(1);
  await owner.file({ name: 'last.txt', folderId: inner.id });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  return { ...room, placeholder: created.body };
}

const upload = (client: TestClient, folderId: number, placeholderId: number, name = 'lease.txt') =>
  client.form('/api/files', [
    { name: 'folderId', value: String(folderId) },
    { name: 'placeholderId', value: String(placeholderId) },
    { name: 'file', value: 'text', filename: name },
  ]);

describe('placeholders', () => {
  test('placeholders have a number, a due date and a responsible person, and are changed, ordered and removed', async ({
    testApp,
  }) => {
    const { owner, inner, placeholder } = await openPlaceholder(testApp);
    expect(placeholder).toMatchObject({
      folderId: inner.id,
      name: 'Lease',
      number: '1.3',
      responsibleName: 'Ms. Roth',
      dueAt: '2026-12-12T22:59:59.000Z',
    });
    const changed = await owner.patch(`/api/placeholders/${placeholder.id}`, { name: 'Leases', dueAt: null });
    expect(changed.body).toMatchObject({ name: 'Leases', dueAt: null, responsibleName: 'Ms. Roth' });
    const key = { kind: 'placeholder', id: placeholder.id };
    const ordered = await owner.patch(`/api/folders/${inner.id}/order`, { ...key, before: null });
    expect(ordered.body).toEqual({ number: '1.4' });
    expect((await indexOf(owner, inner.id)).at(-1)).toBe('1.4 placeholder Leases');
    expect((await owner.delete(`/api/placeholders/${placeholder.id}`)).body).toEqual({ success: true });
    expect(await indexOf(owner, inner.id)).toHaveLength(3);
    const gone = await owner.patch(`/api/placeholders/${placeholder.id}`, {});
    expect([gone.status, gone.body.error]).toEqual([404, NOT_FOUND]);
    const late = await upload(owner, inner.id, placeholder.id);
    expect([late.status, late.body.error]).toEqual([404, GONE]);
    const events = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'placeholder.%')
      .where('actor_id', '=', owner.id)
      .where('result', '=', 'done')
      .orderBy('position')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'placeholder.create',
      'placeholder.update',
      'placeholder.delete',
    ]);
  });

  test('placeholders exist in rooms only', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const answer = await owner.post(`/api/folders/${folder.id}/placeholders`, { name: 'Lease' });
    expect([answer.status, answer.body.error]).toEqual([409, 'Only folders of a room have placeholders.']);
  });

  test('placeholders are shown to groups that see the folder, without the responsible person, and changed by staff', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, group, placeholder } = await openPlaceholder(testApp);
    const [member, editor] = [await testApp.user(), await testApp.user()];
    await addMembers(owner, group, member.email);
    await testApp.share(root.id, editor);
    const url = `/api/folders/${inner.id}/entries?kind=placeholder`;
    expect((await member.get(url)).status).toBe(404);
    expect((await member.delete(`/api/placeholders/${placeholder.id}`)).body.error).toBe(NOT_FOUND);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    expect((await member.get(url)).body).toMatchObject([{ number: '1.3', responsibleName: null }]);
    expect((await member.delete(`/api/placeholders/${placeholder.id}`)).status).toBe(403);
    expect((await editor.get(url)).body).toMatchObject([{ responsibleName: 'Ms. Roth' }]);
    expect((await editor.delete(`/api/placeholders/${placeholder.id}`)).status).toBe(200);
  });
});

describe('an upload for a placeholder', () => {
  test('an upload for a placeholder replaces it in place with its number', async ({ testApp }) => {
    const { owner, inner, placeholder } = await openPlaceholder(testApp);
    const { status, body } = await upload(owner, inner.id, placeholder.id);
    expect([status, body.replacesPlaceholder]).toEqual([201, true]);
    expect((await owner.get(`/api/files/${body.id}`)).body.number).toBe('1.3');
    expect((await indexOf(owner, inner.id)).slice(2)).toEqual(['1.3 file lease.txt', '1.4 file last.txt']);
  });

  test('an upload for a placeholder keeps a frozen number', async ({ testApp }) => {
    const { owner, root, inner, placeholder } = await openPlaceholder(testApp);
    await owner.post(`/api/rooms/${root.id}/numbers/freeze`);
    await upload(owner, inner.id, placeholder.id);
    const next = await owner.post(`/api/folders/${inner.id}/placeholders`, { name: 'Annex' });
    expect(next.body.number).toBe('1.5');
    await owner.delete(`/api/placeholders/${next.body.id}`);
    expect((await indexOf(owner, inner.id)).slice(2)).toEqual([
      '1.3 file lease.txt',
      '1.4 file last.txt',
      '1.5 withdrawn Annex',
    ]);
  });

  test('an upload for a placeholder becomes a new file when another upload has replaced it meanwhile', async ({
    testApp,
  }) => {
    const { owner, inner, placeholder } = await openPlaceholder(testApp);
    const metadata = {
      filename: 'late.txt',
      folderId: String(inner.id),
      placeholderId: String(placeholder.id),
    };
    const tus = createTusClient(owner);
    const begun = await tus.begin(4, metadata);
    expect(begun.status).toBe(201);
    expect((await upload(owner, inner.id, placeholder.id)).status).toBe(201);
    const late = await tus.append(String(begun.headers['location']), 0, Buffer.from('late'));
    expect([late.status, late.headers['muniment-replaces-placeholder']]).toEqual([204, 'false']);
    // What a client asks that lost this answer.
    const url = String(begun.headers['location']);
    for (const again of [await tus.head(url), await tus.append(url, 0, Buffer.from('late'))]) {
      expect(again.status).toBeLessThan(300);
      expect(again.headers).toMatchObject({
        'muniment-replaces-placeholder': 'false',
        'muniment-file': late.headers['muniment-file'],
        'upload-metadata': begun.headers['upload-metadata'],
      });
    }
    expect((await indexOf(owner, inner.id)).slice(2)).toEqual([
      '1.3 file lease.txt',
      '1.4 file last.txt',
      '1.5 file late.txt',
    ]);
  });

  test('a finished upload says to its uploader alone that it replaced the placeholder', async ({
    testApp,
  }) => {
    const { owner, inner, placeholder } = await openPlaceholder(testApp);
    const tus = createTusClient(owner);
    const metadata = {
      filename: 'lease.txt',
      folderId: String(inner.id),
      placeholderId: String(placeholder.id),
    };
    const url = String((await tus.begin(4, metadata)).headers['location']);
    expect((await createTusClient(await testApp.user()).head(url)).status).toBe(404);
    const sent = await tus.append(url, 0, Buffer.from('text'));
    expect(sent.headers['muniment-replaces-placeholder']).toBe('true');
    const again = await tus.head(url);
    expect(again.headers['muniment-file']).toBe(sent.headers['muniment-file']);
    expect(again.headers['muniment-replaces-placeholder']).toBe('true');
  });

  test('an uploader who became a member of a group meanwhile replaces no placeholder, and the groups with a level on it do not see the file', async ({
    testApp,
  }) => {
    const room = await openPlaceholder(testApp);
    const { owner, root, inner, group, placeholder } = room;
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const tus = createTusClient(editor);
    const metadata = { folderId: String(inner.id), placeholderId: String(placeholder.id) };
    const url = String((await tus.begin(4, { ...metadata, filename: 'late.txt' })).headers['location']);
    await testApp.unshare(root.id, editor);
    await addMembers(owner, group, editor.email);
    await setCell(room, inner, { level: 'original', mayAdd: true });
    const levels = { levels: [{ groupId: group.id, level: 'view' }] };
    expect((await putJson(owner, `/api/placeholders/${placeholder.id}/levels`, levels)).status).toBe(200);
    const late = await tus.append(url, 0, Buffer.from('late'));
    expect([late.status, late.headers['muniment-replaces-placeholder']]).toEqual([204, 'false']);
    expect((await tus.head(url)).headers['muniment-replaces-placeholder']).toBe('false');
    expect((await indexOf(owner, inner.id)).slice(2)).toEqual([
      '1.3 placeholder Lease',
      '1.4 file last.txt',
      '1.5 file late.txt',
    ]);
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect((await editor.get(`/api/files/${late.headers['muniment-file']}`)).status).toBe(404);
  });

  test('of two at once, one replaces it and the other becomes a new file', async ({ testApp }) => {
    const { owner, inner, placeholder } = await openPlaceholder(testApp);
    const answers = await Promise.all(
      ['a.txt', 'b.txt'].map((name) => upload(owner, inner.id, placeholder.id, name)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    // The second may already be refused before its bytes are read.
    expect([
      [201, 201],
      [201, 404],
    ]).toContainEqual(statuses);
    const uploaded = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.replacesPlaceholder);
    expect(uploaded.toSorted()).toEqual(uploaded.length === 2 ? [false, true] : [true]);
    const lines = await indexOf(owner, inner.id);
    expect(lines[2]).toMatch(/^1\.3 file [ab]\.txt$/);
    expect(lines).toHaveLength(3 + statuses.filter((status) => status === 201).length);
  });

  test('an upload for a placeholder is refused for a placeholder of another folder', async ({ testApp }) => {
    const { owner, deep, placeholder } = await openPlaceholder(testApp);
    expect((await upload(owner, deep.id, placeholder.id)).status).toBe(404);
    const other = await testApp.user();
    const folder = await other.folder();
    expect((await upload(other, folder.id, placeholder.id)).body.error).toBe(GONE);
  });
});

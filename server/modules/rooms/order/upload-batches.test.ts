import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { removeEndedBatches } from '#server/authorization/index-numbers/upload-batches.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { runCount } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { parseUploadMetadata } from '#shared/domain/upload-metadata.ts';
import { setCell } from '../inbox/testing/member-room.ts';
import { expectNumbersOfFiles } from './testing/file-numbers.ts';

const BATCH = 'a-batch-of-a-test';

/** Lists the names of the entries of a folder in their order. */
async function namesIn(client: TestClient, folderId: number): Promise<string[]> {
  const { status, body } = await client.get(`/api/folders/${folderId}/entries`);
  expect(status).toBe(200);
  return body.map(({ name }: Entry) => name);
}

/** Uploads files of a batch to a folder, named after their places, one after another; returns the last answer. */
async function upload(client: TestClient, folderId: number, places: readonly number[], key = BATCH) {
  const answers = [];
  for (const place of places)
    answers.push(
      await client.form('/api/files', [
        { name: 'folderId', value: String(folderId) },
        { name: 'batch', value: `${key}/${place}` },
        { name: 'file', value: 'text', filename: `${place}.txt` },
      ]),
    );
  expect(answers.map(({ status }) => status)).toEqual(places.map(() => 201));
  return answers.at(-1)?.body;
}

const openFolder = async (testApp: TestApp) => {
  const { owner, root, group } = await openRoom(testApp);
  return { owner, root, group, folder: await owner.folder('Articles', root.id) };
};

describe('an upload batch', () => {
  test('files get their numbers by place, whatever arrives first, and nothing else changes its order', async ({
    testApp,
  }) => {
    const { owner, folder } = await openFolder(testApp);
    await owner.file({ name: 'before.txt', folderId: folder.id });
    await upload(owner, folder.id, [3, 2]);
    const between = await owner.file({ name: 'between.txt', folderId: folder.id });
    await upload(owner, folder.id, [10, 1]);
    const expected = ['before.txt', '1.txt', '2.txt', '3.txt', 'between.txt', '10.txt'];
    expect(await namesIn(owner, folder.id)).toEqual(expected);
    await expectNumbersOfFiles(owner, folder.id);
    await owner.delete(`/api/files/${between.id}`);
    await upload(owner, folder.id, [4]);
    expect((await namesIn(owner, folder.id)).slice(3)).toEqual(['3.txt', '4.txt', '10.txt']);
  });

  test('in any order of arrival, files and folders of a batch are sorted by place', async ({ testApp }) => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(order, fc.nat({ max: 1 }), async (places, tick) => {
        const { owner, folder } = await openFolder(testApp);
        for (const place of places) {
          testApp.advanceClock(tick);
          if (place % 3 > 0) await upload(owner, folder.id, [place]);
          else {
            const body = { name: `${place}.txt`, parentId: folder.id, batch: `${BATCH}/${place}` };
            expect((await owner.post('/api/folders', body)).status).toBe(201);
          }
        }
        const sorted = places.toSorted((a, b) => a - b).map((place) => `${place}.txt`);
        expect(await namesIn(owner, folder.id)).toEqual(sorted);
        await expectNumbersOfFiles(owner, folder.id);
      }),
      { numRuns: runCount(5) },
    );
  });

  test('a resumable upload that ends last takes the place that it was begun with', async ({ testApp }) => {
    const { owner, folder } = await openFolder(testApp);
    const tus = createTusClient(owner);
    const url = await tus.open(4, { folderId: String(folder.id), batch: `${BATCH}/1`, filename: '1.txt' });
    const { headers } = await tus.head(url);
    expect(parseUploadMetadata(String(headers['upload-metadata']))).toMatchObject({ batch: `${BATCH}/1` });
    await upload(owner, folder.id, [2]);
    expect((await tus.append(url, 0, Buffer.from('text'))).status).toBe(204);
    expect(await namesIn(owner, folder.id)).toEqual(['1.txt', '2.txt']);
  });

  test('files that were moved, deleted or purged meanwhile are not in the way', async ({ testApp }) => {
    const { owner, root, folder } = await openFolder(testApp);
    const [moved, deleted, purged] = [
      await upload(owner, folder.id, [4]),
      await upload(owner, folder.id, [5]),
      await upload(owner, folder.id, [6]),
    ];
    await owner.patch(`/api/files/${moved.id}/move`, { folderId: root.id });
    for (const { id } of [deleted, purged]) await owner.delete(`/api/files/${id}`);
    await owner.delete(`/api/trash/files/${purged.id}`);
    await upload(owner, folder.id, [8, 2]);
    expect(await namesIn(owner, folder.id)).toEqual(['2.txt', '8.txt']);
    await owner.post(`/api/trash/files/${deleted.id}/restore`);
    expect(await namesIn(owner, folder.id)).toEqual(['2.txt', '5.txt', '8.txt'].toSorted());
  });

  test('nobody continues the batch of somebody else', async ({ testApp }) => {
    const { owner, root, folder } = await openFolder(testApp);
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    await upload(owner, folder.id, [5]);
    await upload(editor, folder.id, [1]);
    expect(await namesIn(owner, folder.id)).toEqual(['5.txt', '1.txt']);
  });

  test('a member of a group that may add has its files numbered by place', async ({ testApp }) => {
    const { owner, root, group, folder } = await openFolder(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await setCell({ owner, root, group }, folder, { level: 'view', mayAdd: true });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await upload(member, folder.id, [2, 1]);
    expect(await namesIn(owner, folder.id)).toEqual(['1.txt', '2.txt']);
  });

  test('a batch ends after a day: a member moves nothing by a later upload', async ({ testApp }) => {
    const { owner, root, group, folder } = await openFolder(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await setCell({ owner, root, group }, folder, { level: 'view', mayAdd: true });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await upload(member, folder.id, [9]);
    await owner.file({ name: 'staff.txt', folderId: folder.id });
    const { services } = testApp.server;
    const begun = { created_at: services.now() - 24 * 60 * 60 * 1000 };
    await services.db.updateTable('batch_entries').set(begun).where('parent_id', '=', folder.id).execute();
    await upload(member, folder.id, [1]);
    expect(await namesIn(owner, folder.id)).toEqual(['9.txt', 'staff.txt', '1.txt']);
    while ((await removeEndedBatches(systemContext(services))) > 0);
    const left = services.db.selectFrom('batch_entries').select('place').where('parent_id', '=', folder.id);
    expect(await left.execute()).toEqual([{ place: 1 }]);
  });

  test('frozen numbers are in the order of arrival', async ({ testApp }) => {
    const { owner, root, folder } = await openFolder(testApp);
    await upload(owner, folder.id, [3]);
    expect((await owner.post(`/api/rooms/${root.id}/numbers/freeze`)).status).toBe(200);
    await upload(owner, folder.id, [2, 1]);
    expect(await namesIn(owner, folder.id)).toEqual(['3.txt', '2.txt', '1.txt']);
  });

  test('nothing is recorded outside rooms, and a malformed batch is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    await upload(owner, folder.id, [2, 1], 'a-batch-outside');
    const rows = await testApp.server.services.db
      .selectFrom('batch_entries')
      .select('entry_id')
      .where('parent_id', '=', folder.id)
      .execute();
    expect(rows).toEqual([]);
    for (const batch of ['short/1', BATCH, `${BATCH}/-1`, `${BATCH}/1/2`, `${'a'.repeat(65)}/1`]) {
      const answer = await owner.post('/api/folders', { name: 'Refused', parentId: folder.id, batch });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['batch']]);
    }
  });
});

import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { test } from '#server/testing/test-app.ts';
import { openMemberRoom, setCell, upload } from './testing/member-room.ts';

test('work on what members send is done for them, and not for the owner of the room', async ({ testApp }) => {
  const room = await openMemberRoom(testApp);
  const { owner, inner, group, account, visitor } = room;
  await setCell(room, inner, { level: 'original', mayAdd: true, mayManage: true });
  const { services } = testApp.server;
  const { db } = services;
  const actor = { kind: 'user', id: owner.id, isAdmin: false } as const;
  /** Whose turn it is to have the text of the file read, and whose processes read it. */
  const workFor = async (id: number) => {
    const jobs = await db
      .selectFrom('jobs')
      .select('owner_id')
      .where('kind', '=', 'file.uploaded')
      .where('payload', 'like', `{"fileId":${id},%`)
      .orderBy('id', 'desc')
      .execute();
    const file = await loadFile({ ...systemContext(services), actor }, id, 'view');
    expect(file.owner_id).toBe(owner.id);
    return [jobs[0]?.owner_id, toRenderableDocument(services, file).owner];
  };
  const ids: number[] = [];
  for (const client of [account, visitor, owner]) {
    const { status, body } = await upload(client, inner.id, `offer-${ids.length}.txt`);
    expect(status).toBe(201);
    ids.push(body.id);
  }
  const [ofAccount = 0, ofVisitor = 0, ofOwner = 0] = ids;
  expect(await workFor(ofAccount)).toEqual([account.id, String(account.id)]);
  expect(await workFor(ofVisitor)).toEqual([-group.id, String(-group.id)]);
  expect(await workFor(ofOwner)).toEqual([owner.id, String(owner.id)]);

  // A version belongs to who adds it, and each content keeps its sender where an earlier one is restored.
  await db.updateTable('files').set({ published_at: 0 }).where('id', '=', ofOwner).execute();
  const version = await account.form(`/api/files/${ofOwner}/versions`, [
    { name: 'file', value: 'Another offer.', filename: 'offer.txt' },
  ]);
  expect(version.status).toBe(201);
  expect(await workFor(ofOwner)).toEqual([account.id, String(account.id)]);
  expect((await owner.post(`/api/files/${ofOwner}/versions/1/restore`)).status).toBe(201);
  expect(await workFor(ofOwner)).toEqual([owner.id, String(owner.id)]);

  // Last: from here on, jobs are carried out as soon as they are there.
  await testApp.finishJobs();
  expect(await db.selectFrom('files').select('index_status').where('id', 'in', ids).execute()).toEqual(
    ids.map(() => ({ index_status: 'indexed' })),
  );
});

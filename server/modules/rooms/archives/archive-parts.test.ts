import { expect } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { verifyBytes } from './testing/take-archive.ts';

test('an archive is itself again when its parts are joined, and parts have at least 10 MB', async ({
  testApp,
}) => {
  const { owner, root } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}`;
  const wish = { scope: 'room', format: 'zip' };
  const refused = await owner.post(`${url}/archives`, { ...wish, splitBytes: 9_999_999 });
  expect([refused.status, refused.body.error]).toEqual([400, 'The part size must be at least 10 MB.']);
  expect((await owner.post(`${url}/archives`, { ...wish, splitBytes: 10_000_000 })).status).toBe(202);
  await testApp.finishJobs();
  const list = async () => (await owner.get(`${url}/archives`)).body[0];
  expect(await list()).toMatchObject({ splitBytes: 10_000_000, parts: 1 });
  const archive = await list();
  // Smaller parts than anybody may choose, so that there are some.
  const { db } = testApp.server.services;
  const split_bytes = Math.ceil(archive.size / 3);
  await db.updateTable('room_archives').set({ split_bytes }).where('id', '=', archive.id).execute();
  const { parts } = await list();
  expect(parts).toBe(3);
  const path = `/api/archives/${archive.id}/download`;
  const pieces = [];
  for (let part = 1; part <= parts; part += 1) pieces.push(await owner.get(`${path}?part=${part}`));
  expect(pieces[1]?.headers['content-disposition']).toContain(`archive ${archive.id}.zip.002`);
  const joined = Buffer.concat(pieces.map(({ bytes }) => bytes));
  expect(joined.equals((await owner.get(path)).bytes)).toBe(true);
  expect(await verifyBytes(joined)).toMatchObject({ archive: { room: { id: root.id } } });
  const range = await owner.send({ url: `${path}?part=2`, headers: { range: 'bytes=5-9' } });
  expect(range.status).toBe(206);
  expect(range.bytes.equals(joined.subarray(split_bytes + 5, split_bytes + 10))).toBe(true);
  expect((await owner.get(`${path}?part=4`)).status).toBe(404);
});

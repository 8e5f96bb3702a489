import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { anchorTreeHead } from './anchor-tree-head.ts';

const folder = join(temporaryFolder(), `anchors-${process.pid}-${Math.random()}`);
const test = testWith({ config: { anchorFile: join(folder, 'heads.jsonl') } });

const anchorNow = ({ server }: TestApp) =>
  anchorTreeHead(systemContext(server.services), new AbortController().signal);

test('managers see the newest tree head, where it is kept, and what failed last', async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const url = `/api/rooms/${root.id}/anchors`;
  const read = async () => (await owner.get(url)).body;
  expect((await read()).places).toEqual([]);
  expect((await admin.patch('/api/admin/anchors', { anchorToFile: true })).status).toBe(200);
  expect((await read()).places).toEqual([{ kind: 'file', isChosen: true, kept: null, failure: null }]);
  const at = () => new Date(testApp.server.services.now()).toISOString();
  const error = 'The file could not be written.';
  await anchorNow(testApp);
  expect((await read()).places).toMatchObject([{ kept: null, failure: { at: at(), error } }]);

  mkdirSync(folder);
  await anchorNow(testApp);
  const first = await read();
  expect(first.treeHead).toEqual((await owner.get('/api/evidence/tree-head')).body);
  const kept = { treeSize: first.treeHead.treeSize, at: at() };
  expect(first.places).toEqual([{ kind: 'file', isChosen: true, kept, failure: null }]);

  rmSync(folder, { recursive: true });
  await owner.folder('One more entry of the log');
  testApp.advanceClock(60_000);
  await anchorNow(testApp);
  const failing = [{ kind: 'file', isChosen: true, kept, failure: { at: at(), error } }];
  expect((await read()).places).toEqual(failing);
  expect((await admin.get('/api/admin/anchors')).body.places).toEqual(failing);

  await admin.patch('/api/admin/anchors', { anchorToFile: false });
  expect((await read()).places).toMatchObject([{ isChosen: false, kept }]);

  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  expect((await member.get(url)).status).toBe(404);
});

import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import {
  chainOf,
  expectedFileLevel,
  type GroupAccessModel,
  isVisible,
} from '#server/testing/group-access-model.ts';
import type { GroupRoom } from '#server/testing/group-access-room.ts';
import { expectMessages, type Seen } from './expect-messages.ts';

/**
 * Expects counts, the list of changes, the exported index, exported answers, mails and live notices to tell a member of nothing
 * else than what they see.
 */
export async function expectReports(
  room: GroupRoom,
  model: GroupAccessModel,
  member: TestClient,
): Promise<void> {
  const places = model.folders.map((_, at) => at);
  const seen = {
    folders: places.filter((at) => isVisible(model, at)),
    files: places.filter((at) => expectedFileLevel(model, at) !== 'none'),
  };
  await expectCounts(room, model, { member, seen });
  await expectChanges(room, { member, seen });
  await expectIndex(room, model, { member, seen });
  await expectExport(member, seen);
  await expectMessages(room, model, { member, seen });
}

interface Reader {
  readonly member: TestClient;
  readonly seen: Seen;
}

async function expectCounts(
  { folderIds }: GroupRoom,
  model: GroupAccessModel,
  { member, seen }: Reader,
): Promise<void> {
  for (const { id, contents } of (await member.get('/api/folders?contents=true')).body) {
    const at = folderIds.indexOf(id);
    const inner = seen.folders.filter((folder) => model.folders[folder]?.parent === at);
    expect([contents.folders, contents.files]).toEqual([inner.length, seen.files.includes(at) ? 1 : 0]);
  }
}

async function expectChanges({ folderIds, fileIds }: GroupRoom, { member, seen }: Reader): Promise<void> {
  const { status, body } = await member.get('/api/changes?since=2020-01-01T00:00:00Z');
  expect(status).toBe(200);
  const entriesOf = (kind: string, all: readonly number[]) =>
    body.flatMap(({ entry }: ListedChange) => (entry.kind === kind ? all.indexOf(entry.id) : []));
  const listed = (places: readonly number[]) => [...new Set(places)].toSorted();
  expect(listed(entriesOf('file', fileIds))).toEqual(seen.files);
  expect(listed(entriesOf('folder', folderIds))).toEqual(seen.folders);
  for (const { entry } of body)
    if (entry.folderId !== null) expect(seen.folders).toContain(folderIds.indexOf(entry.folderId));
}

interface ListedChange {
  readonly entry: { readonly kind: string; readonly id: number; readonly folderId: number | null };
}

async function expectExport(member: TestClient, seen: Seen): Promise<void> {
  const { status, bytes } = await member.get('/api/search/export?query=merger%20clause');
  expect(status).toBe(200);
  const named = [...bytes.toString().matchAll(/otter(\d)\.txt/g)].map(([, at]) => Number(at));
  expect([...new Set(named)].toSorted()).toEqual(seen.files);
}

/** Names the folders above what is seen too, and nothing else of them. */
async function expectIndex(
  { folderIds }: GroupRoom,
  model: GroupAccessModel,
  { member, seen }: Reader,
): Promise<void> {
  const { status, bytes } = await member.get(`/api/rooms/${folderIds[0]}/index?format=csv`);
  const everything = [...seen.folders, ...seen.files];
  expect(status).toBe(everything.length === 0 ? 404 : 200);
  const text = status === 200 ? bytes.toString() : '';
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, at]) => Number(at)).toSorted();
  expect(named(/otter(\d)\.txt/g)).toEqual(seen.files);
  const shown = new Set(everything.flatMap((at) => chainOf(model, at)));
  // The room itself has no line.
  expect(named(/Otter (\d)/g)).toEqual([...shown].filter((at) => at !== 0).toSorted());
}

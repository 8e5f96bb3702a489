import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import {
  chainOf,
  expectedFileLevel,
  expectedLevel,
  expectedRights,
  type GroupAccessModel,
  isVisible,
  mayDownloadText,
  takesInboxFiles,
  visibleBelow,
  withDrafts,
} from '#server/testing/group-access-model.ts';
import {
  applyModel,
  FOLDER_COUNT,
  type GroupRoom,
  groupAccessModels,
  openGroupRoom,
  SECOND,
} from '#server/testing/group-access-room.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { expectImages } from './testing/expect-images.ts';
import { expectReports } from './testing/expect-reports.ts';
import { DELETED, DRAFTED, EVERY_LEVEL } from './testing/level-models.ts';

const isOnPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

/**
 * A case is a room of seven folders with a file each, one of its members, and one place, asked about in about thirty requests:
 * `MUNIMENT_TEST_CASES=10000` is a run of its own, of about half an hour on one engine.
 */
const CASES = Number(process.env['MUNIMENT_TEST_CASES'] ?? (isFullRun ? (isOnPostgres ? 250 : 700) : 10));
/** Cases in rooms of their own, so that one is answered while the database works for another. */
const CASES_AT_ONCE = CASES >= 100 ? 4 : 1;

const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

/** Describes what the member learns of their rights to a folder: those in it, and the one to the folder itself. */
function expectedAccess(model: GroupAccessModel, at: number): object {
  const [rights, parent] = [expectedRights(model, at), model.folders[at]?.parent];
  return {
    level: expectedLevel(model, at),
    ...(rights !== 'nothing' && { mayAdd: true }),
    ...(rights === 'manage' && { mayManage: true }),
    ...(parent !== undefined && expectedRights(model, parent) === 'manage' && { mayManageItself: true }),
  };
}

/** The names of a folder and those above it, from the room down, as members learn them of hidden folders. */
const namesOf = (chain: readonly number[]): string[] => chain.map((at) => `Otter ${at}`).toReversed();

/** A room, which of its members asks, and a place. */
type RandomCase = [model: GroupAccessModel, who: number, at: number];

async function expectLists(room: GroupRoom, model: GroupAccessModel, member: TestClient): Promise<void> {
  const { folderIds, fileIds } = room;
  const visible = model.folders.flatMap((_, at) => (isVisible(model, at) ? [at] : []));
  const files = model.folders.flatMap((_, at) => (expectedFileLevel(model, at) === 'none' ? [] : [at]));
  const of = (all: readonly number[], places: readonly number[]) =>
    places.map((at) => all[at] ?? 0).sort((a, b) => a - b);
  const { status, body: listed } = await member.get('/api/folders');
  expect(status).toBe(200);
  expect(ids(listed)).toEqual(of(folderIds, visible));
  for (const { id, accessLevel, groupAccess } of listed)
    expect([accessLevel, groupAccess]).toEqual(['visitor', expectedAccess(model, folderIds.indexOf(id))]);
  const inboxes = model.folders.flatMap((_, at) => (takesInboxFiles(model, at) ? [at] : []));
  expect(ids((await member.get('/api/upload-folders')).body)).toEqual(of(folderIds, inboxes));
  const topmost = visible.filter((at) => {
    const parent = model.folders[at]?.parent;
    return parent === undefined || !visible.includes(parent);
  });
  const listedTopmost = (await member.get('/api/folders?parentId=null')).body;
  expect(ids(listedTopmost)).toEqual(of(folderIds, topmost));
  for (const { id, ancestorNames } of listedTopmost)
    expect(ancestorNames).toEqual(namesOf(chainOf(model, folderIds.indexOf(id)).slice(1)));
  expect(ids((await member.get('/api/folder-tree')).body)).toEqual(of(folderIds, visible));
  const listedFiles = (await member.get('/api/files')).body;
  expect(ids(listedFiles)).toEqual(of(fileIds, files));
  for (const { id, accessLevel, groupAccess, folderId, ancestorNames } of listedFiles) {
    const at = fileIds.indexOf(id);
    const shown = visible.includes(at) ? folderIds[at] : null;
    const isManaged = shown !== null && expectedRights(model, at) === 'manage';
    expect([accessLevel, groupAccess, folderId]).toEqual([
      'visitor',
      { level: expectedFileLevel(model, at), ...(isManaged && { mayManage: true }) },
      shown,
    ]);
    expect(ancestorNames).toEqual(shown === null ? namesOf(chainOf(model, at)) : undefined);
  }
  const outside = files.filter((at) => !visible.includes(at));
  expect(ids((await member.get('/api/files?folderId=null')).body)).toEqual(of(fileIds, outside));
  const signed = (await member.get(`/api/files/thumbnails?ids=${fileIds.join(',')}`)).body;
  expect(ids(signed.map(({ fileId }: { fileId: number }) => ({ id: fileId })))).toEqual(of(fileIds, files));
  const suggested = (await member.get('/api/search/suggestions?query=otter')).body.names;
  const named = (kind: string) =>
    ids(suggested.filter((name: { kind: string }) => name.kind === kind)).every((id) =>
      (kind === 'file' ? of(fileIds, files) : of(folderIds, visible)).includes(id),
    );
  expect([named('file'), named('folder'), suggested.length > 0]).toEqual([
    true,
    true,
    visible.length + files.length > 0,
  ]);
  const answer = (await member.get('/api/search?query=merger%20clause&limit=100')).body;
  for (const { fileId, folderId, ancestorNames } of answer.citations) {
    const at = fileIds.indexOf(fileId);
    const place = visible.includes(at)
      ? [folderIds[at], undefined]
      : [undefined, namesOf(chainOf(model, at))];
    expect([folderId, ancestorNames]).toEqual(place);
  }
  const found = [...answer.citations, ...answer.relatedDocuments].map(
    ({ fileId }: { fileId: number }) => fileId,
  );
  expect([...new Set(found)].sort((a, b) => a - b)).toEqual(of(fileIds, files));
  await expectReports(room, model, member);
}

async function expectOne(
  room: GroupRoom,
  model: GroupAccessModel,
  member: TestClient,
  at: number,
): Promise<void> {
  const [folderId, fileId] = [room.folderIds[at] ?? 0, room.fileIds[at] ?? 0];
  const [level, fileLevel] = [expectedLevel(model, at), expectedFileLevel(model, at)];
  const seen = level === 'none' ? 404 : 200;
  const seenFile = fileLevel === 'none' ? 404 : 200;
  const children = model.folders.flatMap(({ parent }, id) =>
    parent === at && isVisible(model, id) ? [room.folderIds[id] ?? 0] : [],
  );
  const inside = await member.get(`/api/folders?parentId=${folderId}`);
  expect([inside.status, seen === 404 ? [] : ids(inside.body)]).toEqual([seen, seen === 404 ? [] : children]);
  const files = await member.get(`/api/files?folderId=${folderId}`);
  const inFolder = seen === 404 || seenFile === 404 ? [] : [fileId];
  expect([files.status, seen === 404 ? [] : ids(files.body)]).toEqual([seen, inFolder]);
  const folder = await member.get(`/api/folders/${folderId}`);
  expect([folder.status, folder.body.groupAccess]).toEqual([
    seen,
    seen === 404 ? undefined : expectedAccess(model, at),
  ]);
  const file = await member.get(`/api/files/${fileId}`);
  const mayDownload = mayDownloadText(model, at);
  expect([file.status, file.body.groupAccess?.level ?? 'none']).toEqual([seenFile, fileLevel]);
  // The content is the original text.
  if (seenFile === 200) expect(file.body.content !== null).toBe(mayDownload);
  const download = mayDownload ? 200 : seenFile === 404 ? 404 : 403;
  for (const kind of ['download', 'view'])
    expect([kind, (await member.get(`/api/files/${fileId}/${kind}`)).status]).toEqual([kind, download]);
  expect((await member.get(`/api/files/${fileId}/pages`)).status).toBe(seenFile);
  await expectImages(room, member, { fileId, status: seenFile });
  const archive = await member.get(`/api/folders/${folderId}/archive`);
  expect(archive.status).toBe(seen === 404 ? 404 : level === 'view' ? 403 : 200);
  if (archive.status !== 200) return;
  const contained = (await unzip(archive.bytes)).flatMap(
    ({ path }) => /otter(\d)\.txt$/.exec(path)?.[1] ?? [],
  );
  const expected = visibleBelow(model, at).filter((below) => mayDownloadText(model, below));
  expect(contained.map(Number).sort()).toEqual(expected.sort());
}

/** Each member asks about each place; in the short run on PostgreSQL, one of them about each. */
async function expectAll(room: GroupRoom, model: GroupAccessModel): Promise<void> {
  for (const [who, member] of room.members.entries()) {
    await expectLists(room, model, member);
    for (const at of room.folderIds.keys())
      if (isFullRun || !isOnPostgres || at % room.members.length === who)
        await expectOne(room, model, member, at);
  }
}

describe('group access', () => {
  test('drafts of moves and levels change every path once they are published, and none before', {
    timeout: 300_000,
  }, async ({ testApp }) => {
    const room = await openGroupRoom(testApp);
    await applyModel(room, DRAFTED);
    const url = `/api/rooms/${room.folderIds[0]}`;
    const [difference] = (await room.owner.get(`${url}/drafts`)).body.groups;
    const count = (isCounted: (before: string, after: string) => boolean) =>
      room.folderIds.filter((_, at) =>
        isCounted(expectedFileLevel(DRAFTED, at), expectedFileLevel(withDrafts(DRAFTED), at)),
      ).length;
    expect(difference).toMatchObject({
      gains: count((before, after) => before === 'none' && after !== 'none'),
      loses: count((before, after) => before !== 'none' && after === 'none'),
      changes: count((before, after) => before !== 'none' && after !== 'none' && before !== after),
    });
    const at = new Date(testApp.server.services.now() + SECOND).toISOString();
    expect((await room.owner.post(`${url}/publications`, { at })).status).toBe(201);
    await expectAll(room, DRAFTED);
    testApp.advanceClock(SECOND);
    await expectAll(room, withDrafts(DRAFTED));
  });

  test('a publication changes every path at its instant, and none before', async ({ testApp }) => {
    const room = await openGroupRoom(testApp);
    await applyModel(room, EVERY_LEVEL);
    const { db, now } = testApp.server.services;
    const at = Math.ceil(now() / 60_000) * 60_000 + 60_000;
    for (const table of ['folders', 'files'] as const)
      await db
        .updateTable(table)
        .set({ published_at: at })
        .where('id', 'in', table === 'folders' ? room.folderIds.slice(1) : room.fileIds)
        .execute();
    const hidden = EVERY_LEVEL.folders.map((folder, index) => ({
      ...folder,
      isPublished: index === 0,
      isFilePublished: false,
    }));
    testApp.advanceClock(at - SECOND - now());
    await expectAll(room, { ...EVERY_LEVEL, folders: hidden });
    testApp.advanceClock(2 * SECOND);
    await expectAll(room, EVERY_LEVEL);
  });

  test('every path follows the access rule of groups in every tree', {
    timeout: 7_200_000,
  }, async ({ testApp }) => {
    const rooms: GroupRoom[] = [];
    while (rooms.length < CASES_AT_ONCE) rooms.push(await openGroupRoom(testApp));
    const oneCase = fc.tuple(groupAccessModels, fc.nat(1), fc.nat(FOLDER_COUNT - 1));
    const expectCase = async (room: GroupRoom, [model, who, at]: RandomCase) => {
      await applyModel(room, model);
      const member = room.members[who] ?? testApp.anonymous;
      await expectLists(room, model, member);
      await expectOne(room, model, member, at);
    };
    const examples = [0, 1].flatMap((who) => [
      ...[0, 1, 2, 3].map((at): RandomCase => [EVERY_LEVEL, who, at]),
      [DELETED, who, 1] satisfies RandomCase,
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(oneCase, { minLength: CASES_AT_ONCE, maxLength: CASES_AT_ONCE }),
        async (cases) => {
          await Promise.all(
            rooms.map((room, index) => expectCase(room, cases[index] ?? [EVERY_LEVEL, 0, index])),
          );
        },
      ),
      {
        numRuns: Math.ceil(CASES / CASES_AT_ONCE),
        examples: examples.map((example) => [rooms.map(() => example)]),
      },
    );
  });
});

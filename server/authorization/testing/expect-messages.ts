import { expect } from 'vitest';
import { type Context, systemContext } from '#server/app/context.ts';
import { collectChanges, lastChangePosition } from '#server/modules/changes/collect-changes.ts';
import { findTopFolder } from '#server/modules/digests/settings-queries.ts';
import type { Viewer } from '#server/modules/live/live-viewer.ts';
import { notifyContents } from '#server/modules/live/notify-contents.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import {
  chainOf,
  expectedFileLevel,
  type GroupAccessModel,
  isVisible,
} from '#server/testing/group-access-model.ts';
import type { GroupRoom } from '#server/testing/group-access-room.ts';
import { actorOf } from '../readers/reader-of.ts';
import { reloadActor } from '../reload-actor.ts';

const MAX_CHANGES = 1_000;

/** The folders and files of a room that a member of the group sees, by the places of the model. */
export interface Seen {
  readonly folders: readonly number[];
  readonly files: readonly number[];
}

/** Expects mails about changes and live notices to tell a member of nothing else than what they see. */
export async function expectMessages(
  room: GroupRoom,
  model: GroupAccessModel,
  { member, seen }: { member: TestClient; seen: Seen },
): Promise<void> {
  const reader = room.memberReaders[room.members.indexOf(member)];
  if (!reader) throw new Error('The member gets no mails');
  const ctx = systemContext(room.testApp.server.services);
  const own = { ...ctx, actor: await reloadActor({ ...ctx, actor: actorOf(reader) }) };
  await expectMail(own, room, seen);
  await expectNotices(own, room, { model, seen });
}

async function expectMail(ctx: Context, { folderIds, fileIds }: GroupRoom, seen: Seen): Promise<void> {
  const rootId = folderIds[0] ?? 0;
  const changes = await collectChanges(ctx, {
    rootId,
    since: { position: 0, instant: 0 },
    until: await lastChangePosition(ctx),
    followed: undefined,
    limit: MAX_CHANGES,
  });
  const named = (kind: string, all: readonly number[]) => {
    const places = changes.flatMap(({ entry }) => (entry.kind === kind ? all.indexOf(entry.id) : []));
    return [...new Set(places)].toSorted();
  };
  expect([named('file', fileIds), named('folder', folderIds)]).toEqual([seen.files, seen.folders]);
  // Its subject names this folder.
  const top = await findTopFolder(ctx.db, ctx, rootId);
  if (top) expect(seen.folders).toContain(folderIds.indexOf(top.id));
}

async function expectNotices(
  ctx: Context,
  { folderIds, fileIds, owner }: GroupRoom,
  { model, seen }: { model: GroupAccessModel; seen: Seen },
): Promise<void> {
  const viewer: Viewer = {
    actor: ctx.actor,
    connections: new Set(),
    sight: undefined,
    isSightOutdated: false,
    approvals: new Map(),
    changes: new Map(),
  };
  const idOf = (at: number | undefined) => (at === undefined ? 0 : (folderIds[at] ?? 0));
  await notifyContents(ctx, viewer, [
    ...model.folders.map(({ parent }, at) => ({
      kind: 'folder' as const,
      ...{ id: idOf(at), parentId: idOf(parent), ownerId: owner.id },
    })),
    ...fileIds.map((id, at) => ({ kind: 'file' as const, id, folderId: idOf(at), ownerId: owner.id })),
  ]);
  const namedIn = (topic: 'file' | 'folder', all: readonly number[]) =>
    [...viewer.changes.values()]
      .flatMap((change) => (change.topic === topic && change.id !== null ? all.indexOf(change.id) : []))
      .toSorted();
  const [files, folders] = [namedIn('file', fileIds), namedIn('folder', folderIds)];
  const isThere = (at: number) => !chainOf(model, at).some((above) => model.folders[above]?.isDeleted);
  expect([files.filter(isThere), folders.filter(isThere)]).toEqual([seen.files, seen.folders]);
  // Those who saw something learn that it was moved to the trash.
  const before = { ...model, folders: model.folders.map((folder) => ({ ...folder, isDeleted: false })) };
  expect(files.filter((at) => expectedFileLevel(before, at) === 'none')).toEqual([]);
  expect(folders.filter((at) => !isVisible(before, at))).toEqual([]);
}

import type { Context } from '#server/app/context.ts';
import { type FolderAccess, findFolderAccess } from '#server/authorization/access-level.ts';
import { findFileAccess } from '#server/authorization/file-access.ts';
import { findAskedApprovals } from '#server/authorization/live/asked-approvals.ts';
import { findFilesByThemselves } from '#server/authorization/live/find-sight.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { isAdmin, rootOwnerId } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { notify, type Viewer } from './live-viewer.ts';
import type { Announced } from './parse-announcement.ts';
import { listFiles } from './queries.ts';

type Of<K extends Announced['kind']> = Announced & { kind: K };
type AccessTo = (folderId: number) => FolderAccess;

const isOf =
  <K extends Announced['kind']>(kind: K) =>
  (announced: Announced): announced is Of<K> =>
    announced.kind === kind;

/**
 * Tells a viewer of the changes that they may see at this moment: asks the access rule once for all folders, and for visitors and
 * members of groups once for all files.
 */
export async function notifyContents(
  ctx: Context,
  viewer: Viewer,
  announced: readonly Announced[],
): Promise<void> {
  const files = announced.filter(isOf('file'));
  const folders = announced.filter(isOf('folder'));
  const staff = announced.filter(isOf('staff'));
  const folderIds = new Set([
    ...files.map(({ folderId }) => folderId),
    ...folders.flatMap(({ id, parentId }) => [id, parentId]),
    ...staff.map(({ folderId }) => folderId),
  ]);
  folderIds.delete(0);
  const accessTo = await findFolderAccess(ctx.db, ctx, [...folderIds]);
  notifyFolders(viewer, folders, accessTo);
  const others = new Set<number>();
  for (const { topic, folderId } of staff) {
    // The list of people with access is for those who manage the folder, not for everybody who adds files to it.
    const mayKnow = topic === 'shares' ? folderPolicy.seeAccess : folderPolicy.addTo;
    if (mayKnow(ctx.actor, accessTo(folderId))) notify(viewer, { topic, id: folderId });
    else if (topic === 'room') others.add(folderId);
  }
  await notifyApprover(ctx, viewer, [...others]);
  if (hasAccessByFile(ctx.actor)) await notifyFilesByFile(ctx, viewer, files, accessTo);
  else notifyFiles(viewer, files, accessTo);
}

/** Tells a member of a group that what they are asked to approve has changed, and nothing of what else the staff does. */
async function notifyApprover(ctx: Context, viewer: Viewer, roomIds: readonly number[]): Promise<void> {
  const asked = await findAskedApprovals(ctx.db, ctx.actor, roomIds);
  for (const [id, state] of asked) {
    if (viewer.approvals.get(id) !== state) notify(viewer, { topic: 'room', id });
    viewer.approvals.set(id, state);
  }
}

const sees = ({ actor }: Viewer, folderId: number, accessTo: AccessTo): boolean =>
  folderId !== 0 && folderPolicy.view(actor, accessTo(folderId));

/** A folder is shown in the one above it, or outside folders where that is hidden. */
function notifyFolders(viewer: Viewer, folders: readonly Of<'folder'>[], accessTo: AccessTo): void {
  for (const { id, parentId } of folders) {
    if (!sees(viewer, id, accessTo)) continue;
    notify(viewer, { topic: 'folder', id });
    // The name of a room is that of its folder.
    const access = accessTo(id);
    if (access.roomId === id && folderPolicy.addTo(viewer.actor, access))
      notify(viewer, { topic: 'room', id });
    notify(viewer, { topic: 'folder', id: sees(viewer, parentId, accessTo) ? parentId : null });
    viewer.isSightOutdated = true;
  }
}

/** Tells those who see each file of a folder, or none. */
function notifyFiles(viewer: Viewer, files: readonly Of<'file'>[], accessTo: AccessTo): void {
  const { actor } = viewer;
  for (const { id, folderId, ownerId } of files) {
    const isSeen =
      folderId === 0 ? isAdmin(actor) || rootOwnerId(actor) === ownerId : sees(viewer, folderId, accessTo);
    if (!isSeen) continue;
    notify(viewer, { topic: 'file', id });
    notify(viewer, { topic: 'folder', id: folderId === 0 ? null : folderId });
  }
}

async function notifyFilesByFile(
  ctx: Context,
  viewer: Viewer,
  files: readonly Of<'file'>[],
  accessTo: AccessTo,
): Promise<void> {
  const ids = [...new Set(files.map(({ id }) => id))];
  if (ids.length === 0) return;
  const rows = await listFiles(ctx, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const accessToFile = await findFileAccess(ctx, rows);
  const byThemselves = await findFilesByThemselves(ctx.db, ctx, ids);
  for (const { id, folderId } of files) {
    const row = byId.get(id);
    if (!row) continue;
    const access = accessToFile(row);
    const isHere = (row.folder_id ?? 0) === folderId;
    if (isHere && access.accessLevel !== 'none') {
      notify(viewer, { topic: 'file', id });
      notify(viewer, { topic: 'folder', id: access.folder_id });
    }
    // It was moved away: who sees the folder saw it there, unless it is hidden or shown by itself.
    if (!isHere && !byThemselves.has(id) && sees(viewer, folderId, accessTo))
      notify(viewer, { topic: 'folder', id: folderId });
  }
}

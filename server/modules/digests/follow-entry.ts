import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { loadFile, loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { Follow } from '#shared/contracts/changes/follows.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { addFollow, findReader, requireReader } from './add-follow.ts';
import { ensureDigest } from './ensure-digest.ts';
import {
  type FollowRow,
  type FollowTarget,
  findFollow,
  findRootOfEntry,
  listFollowRows,
  listReturning,
  removeFollows,
} from './follow-queries.ts';

interface FollowedEntry {
  readonly id: number;
  readonly name: string;
  /** The folder in which the actor sees the entry. */
  readonly folderId: number | null;
}

async function loadEntry(ctx: Context, { kind, id }: FollowTarget): Promise<FollowedEntry> {
  if (kind === 'file') {
    const { name, folder_id } = await loadFile(ctx, id, 'view');
    return { id, name, folderId: folder_id };
  }
  const { name, parent_id, parentVisible } = await loadFolder(ctx, id, 'view');
  return { id, name, folderId: parentVisible ? parent_id : null };
}

const presentFollow = ({ kind, created_at }: FollowRow, entry: FollowedEntry): Follow => ({
  kind,
  ...entry,
  followedAt: isoInstant(created_at),
});

/** Follows a folder or file, and chooses a digest for its room where the reader has none. */
export function followEntry(ctx: Context, target: FollowTarget): Promise<Follow> {
  return transaction(ctx, async (ctx) => {
    const reader = await requireReader(ctx);
    const entry = await loadEntry(ctx, target);
    const known = await findFollow(ctx.db, reader, target);
    if (known) return presentFollow(known, entry);
    const row = await addFollow(ctx, reader, { ...target, name: entry.name });
    const rootId = await findRootOfEntry(ctx.db, target);
    // What lies outside folders changes for its owner alone.
    if (rootId !== undefined) await ensureDigest(ctx, reader, rootId);
    return presentFollow(row, entry);
  });
}

export function unfollowEntry(ctx: Context, target: FollowTarget): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const reader = await requireReader(ctx);
    const { name } = await loadEntry(ctx, target);
    const known = await findFollow(ctx.db, reader, target);
    if (!known) return;
    await removeFollows(ctx.db, [known.id]);
    await audit(ctx, { action: 'follow.remove', object: { kind: target.kind, id: target.id, name } });
  });
}

/** A page of a reader's follows of what they see; `last` leads to the next one. */
export async function listFollows(
  ctx: Context,
  { limit, cursor }: PageRequest,
): Promise<(Follow & { followId: number })[]> {
  const reader = await findReader(ctx);
  if (!reader) return [];
  // All of them are few, and a page of rows could be empty of what the reader sees.
  const rows = await listFollowRows(ctx.db, reader, { limit: MAX_FOLLOWS, cursor });
  const entryOf = await findVisibleEntries(ctx, rows);
  return rows
    .flatMap((row) => {
      const entry = entryOf(row);
      return entry ? [{ ...presentFollow(row, entry), followId: row.id }] : [];
    })
    .slice(0, limit + 1);
}

/** Finds the followed entries that the actor sees, in two statements for each kind. */
export async function findVisibleEntries(
  ctx: Context,
  rows: readonly FollowRow[],
): Promise<(row: FollowRow) => FollowedEntry | undefined> {
  const idsOf = (kind: FollowRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ target_id }) => target_id);
  const folders = await loadVisibleFolders(ctx, idsOf('folder'));
  const parents = folders.flatMap(({ parent_id }) => parent_id ?? []);
  const visible = new Set((await loadVisibleFolders(ctx, [...new Set(parents)])).map(({ id }) => id));
  const files = await loadVisibleFiles(ctx, idsOf('file'));
  const byKey = new Map<string, FollowedEntry>();
  for (const { id, name, parent_id } of folders) {
    const folderId = parent_id !== null && visible.has(parent_id) ? parent_id : null;
    byKey.set(`folder ${id}`, { id, name, folderId });
  }
  for (const { id, name, folder_id } of files) byKey.set(`file ${id}`, { id, name, folderId: folder_id });
  return ({ kind, target_id }) => byKey.get(`${kind} ${target_id}`);
}

/** Removes follows of what their reader does not see any more; what can come back is kept. */
export async function cleanupFollows(ctx: Context, unseen: readonly FollowRow[]): Promise<void> {
  for (const kind of ['folder', 'file'] as const) {
    const rows = unseen.filter((row) => row.kind === kind);
    const returning = await listReturning(
      ctx.db,
      kind,
      rows.map(({ target_id }) => target_id),
    );
    const gone = rows.filter(({ target_id }) => !returning.includes(target_id));
    await removeFollows(
      ctx.db,
      gone.map(({ id }) => id),
    );
  }
}

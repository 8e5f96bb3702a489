import type { Context } from '#server/app/context.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { type Reader, readerOf } from '#server/authorization/readers/reader-of.ts';
import { findLastPosition, findRootId, findVisit, setSeenEverywhere, setVisit } from './visit-queries.ts';

/** A visit ends after this long without a request. */
const VISIT_TIMEOUT_MS = 30 * 60 * 1000;
/** The root folder of the visit of all folders. */
const ALL_FOLDERS = 0;

/** Loads the root folder of a folder that the actor may see. */
async function loadRootId(ctx: Context, folderId: number | undefined): Promise<number> {
  if (folderId === undefined) return ALL_FOLDERS;
  const folder = await loadFolder(ctx, folderId, 'view');
  return findRootId(ctx.db, folder.id);
}

/**
 * Returns where the visit before this one ended, and continues this one, or begins another. What was there before the first
 * visit is not news. Programs with an API token do not visit.
 */
export async function continueVisit(
  ctx: Context,
  reader: Reader,
  folderId: number | undefined,
): Promise<{ position: number; instant: number }> {
  const rootId = await loadRootId(ctx, folderId);
  const [known, last, now] = [
    await findVisit(ctx.db, reader, rootId),
    await findLastPosition(ctx.db),
    ctx.now(),
  ];
  const key = { reader_kind: reader.kind, reader_id: reader.id, root_folder_id: rootId };
  const isOver = known !== undefined && now - known.this_visit_at > VISIT_TIMEOUT_MS;
  const before = known
    ? {
        last_visit_at: isOver ? Math.max(known.this_visit_at, known.last_visit_at) : known.last_visit_at,
        seen_position: isOver ? Math.max(known.this_position, known.seen_position) : known.seen_position,
      }
    : { last_visit_at: now, seen_position: last };
  if (ctx.apiToken === undefined)
    await setVisit(ctx.db, { ...key, ...before, this_visit_at: now, this_position: last });
  return { position: before.seen_position, instant: before.last_visit_at };
}

/** Marks the changes up to a position as seen: of the root folder of one folder, or everywhere. */
export async function markSeen(
  ctx: Context,
  { folderId, position }: { folderId?: number | undefined; position: number },
): Promise<void> {
  const reader = readerOf(ctx.actor);
  if (!reader) return;
  const rootId = await loadRootId(ctx, folderId);
  const [known, last, now] = [
    await findVisit(ctx.db, reader, rootId),
    await findLastPosition(ctx.db),
    ctx.now(),
  ];
  // Positions that do not exist yet would hide what comes.
  const seen = Math.min(position, last);
  // What appeared after the list was read was not in it, also at a position below the newest one.
  const readAt = known?.this_visit_at ?? now;
  await setVisit(ctx.db, {
    reader_kind: reader.kind,
    reader_id: reader.id,
    root_folder_id: rootId,
    seen_position: Math.max(seen, known?.seen_position ?? 0),
    last_visit_at: Math.max(readAt, known?.last_visit_at ?? 0),
    this_visit_at: readAt,
    this_position: Math.max(seen, known?.this_position ?? 0),
  });
  if (rootId === ALL_FOLDERS) await setSeenEverywhere(ctx.db, reader, { position: seen, at: readAt });
}

import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { UploadBatch } from '#shared/contracts/fields/upload-batch.ts';
import { listOrderedEntries, positionEntry } from './position-entries.ts';

/** After this time, additions are no retries, and come at the end. */
const BATCH_LIFETIME_MS = 24 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 1_000;

/** A file or folder that was just added to a folder. */
interface AddedEntry {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly folderId: number;
}

/**
 * Records the place of a new entry of a room in its upload batch, and moves it before those of the batch that arrived earlier and
 * come after it. What arrives in order stays at the end, where it needs no position. Frozen numbers are not changed. Needs the
 * lock `folder-tree`.
 */
export async function placeInBatch(ctx: Context, added: AddedEntry, batch: UploadBatch): Promise<void> {
  const { kind, id, folderId } = added;
  const key = storedKey(ctx, batch);
  const mates = await ctx.db
    .selectFrom('batch_entries')
    .select(['entry_kind', 'entry_id', 'place', 'created_at'])
    .where('parent_id', '=', folderId)
    .where('batch_key', '=', key)
    .where('created_at', '>', ctx.now() - BATCH_LIFETIME_MS)
    // Few where most arrive in order; never more than a folder may have.
    .where((where) => where.or([where('place', '>', batch.place), where('created_at', '>=', ctx.now())]))
    .orderBy('place')
    .execute();
  await ctx.db
    .insertInto('batch_entries')
    .values({
      entry_kind: kind,
      entry_id: id,
      parent_id: folderId,
      batch_key: key,
      place: batch.place,
      created_at: ctx.now(),
    })
    .execute();
  const later = mates.filter(({ place }) => place > batch.place);
  // Entries of one instant are sorted by kind, unless they have positions.
  const isTied = mates.some(({ entry_kind, created_at }) => entry_kind !== kind && created_at >= ctx.now());
  if (later.length === 0 && !isTied) return;
  const entries = await listOrderedEntries(ctx.db, folderId);
  // Those in the trash come back to their places; others may have been moved away.
  const present = new Set(entries.map((entry) => `${entry.kind} ${entry.id}`));
  const follower = later.find((mate) => present.has(`${mate.entry_kind} ${mate.entry_id}`));
  await positionEntry(ctx.db, folderId, {
    entries,
    moved: added,
    before: follower ? { kind: follower.entry_kind, id: follower.entry_id } : null,
  });
}

/** Removes some entries of batches that have ended, and returns how many. */
export async function removeEndedBatches(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`delete from batch_entries where (entry_kind, entry_id) in (
    select entry_kind, entry_id from batch_entries
    where created_at <= ${ctx.now() - BATCH_LIFETIME_MS} limit ${REMOVED_AT_ONCE})`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the key of a batch as it is stored: of this actor, so that nobody continues the batch of somebody else. */
function storedKey({ actor }: Pick<Context, 'actor'>, { key }: UploadBatch): string {
  if (actor.kind === 'user') return `user-${actor.id}/${key}`;
  return `visitor-${actor.kind === 'visitor' ? actor.invitationId : 0}/${key}`;
}

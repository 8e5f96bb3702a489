import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { MAX_DRAFT_MOVES } from '#shared/domain/limits.ts';
import { INVALID_MOVE } from '#shared/domain/messages.ts';
import type { LoadedFolder } from '../load-folder.ts';
import { findRoomOf, parseRoomSettings } from '../publication/room-of.ts';

/** An entry that a use case has loaded for moving. */
interface MovedEntry {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly roomId?: number | undefined;
  readonly published_at: number | null;
}

/**
 * Keeps a move within a room for its publication, in place of an earlier draft for the same entries. Needs the lock
 * `folder-tree`; the caller has checked the rights, as for a move that counts at once, and records it.
 */
export async function draftMoves(
  ctx: Context,
  entries: readonly MovedEntry[],
  target: Pick<LoadedFolder, 'id' | 'roomId' | 'groupAccess'> | undefined,
): Promise<void> {
  const { actor } = ctx;
  const roomId = target?.roomId;
  const isWithin =
    roomId !== undefined &&
    entries.every((entry) => entry.roomId === roomId && !(entry.kind === 'folder' && entry.id === roomId));
  if (target?.groupAccess) throw new AppError('forbidden', 'Members of a group move entries at once.');
  if (!target || !isWithin || actor.kind !== 'user')
    throw new AppError('invalid', 'Only moves within a room can be drafts.');
  const [first] = entries;
  if (!first) return;
  // Folders are moved one at a time.
  if (first.kind === 'folder') await assertNoDraftedCycle(ctx, first.id, target.id);
  await ctx.db
    .deleteFrom('draft_changes')
    .where('kind', '=', 'move')
    .where('entry_kind', '=', first.kind)
    .where(
      'entry_id',
      'in',
      entries.map(({ id }) => id),
    )
    .where('publication_id', 'is', null)
    .execute();
  const { count } = await ctx.db
    .selectFrom('draft_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('kind', '=', 'move')
    .where('publication_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) + entries.length > MAX_DRAFT_MOVES)
    throw new AppError(
      'conflict',
      `At most ${MAX_DRAFT_MOVES} moves of a room can be drafts. Publish them first.`,
    );
  await ctx.db
    .insertInto('draft_changes')
    .values(
      entries.map(({ kind, id }) => ({
        room_id: roomId,
        kind: 'move' as const,
        entry_kind: kind,
        entry_id: id,
        to_folder_id: target.id,
        group_id: null,
        level: null,
        author_id: actor.id,
        created_at: ctx.now(),
        publication_id: null,
      })),
    )
    .execute();
}

/**
 * Two drafts may not move two folders into each other, whether they have a date or not. Of several to one folder the last counts.
 */
async function assertNoDraftedCycle({ db }: Context, id: number, targetId: number): Promise<void> {
  const { rows } = await sql`with recursive above(id) as (
      select cast(${targetId} as bigint)
      union
      select coalesce((select to_folder_id from draft_changes d where d.kind = 'move' and d.entry_kind = 'folder'
          and d.entry_id = f.id order by d.id desc limit 1), f.parent_id)
        from above join folders f on f.id = above.id where f.parent_id is not null
    ) select 1 from above where id = ${id}`.execute(db);
  if (rows.length > 0) throw new AppError('conflict', INVALID_MOVE.descendant);
}

/**
 * Refuses to move what groups see, or what was never a draft, at once into a room in which a second manager approves what they
 * gain.
 */
export async function assertMayMoveAtOnce(
  ctx: Context,
  entries: readonly Pick<MovedEntry, 'published_at'>[],
  target: Pick<LoadedFolder, 'id' | 'roomId'> | undefined,
): Promise<void> {
  if (target?.roomId === undefined || !entries.some(({ published_at: at }) => at !== null)) return;
  const room = await findRoomOf(ctx, target.id);
  if (
    room?.hasGroups === 1 &&
    parseRoomSettings(room.settings).publicationApproval &&
    ctx.publicationId === undefined
  )
    throw new AppError('conflict', 'A second manager approves changes of this room. Move it as a draft.');
}

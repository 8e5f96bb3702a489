import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import type { EntryPositionsTable } from '#server/database/tables/rooms/room-order.ts';
import { findRoomOf } from '../publication/room-of.ts';
import { ENTRY_ORDER, type EntryKey, entriesIn, WITH_TRASH } from './entry-order.ts';

/** Bounds the parameters of a statement. */
const BATCH_SIZE = 500;

/** Repeated moves to the same place make keys longer; then the keys of the folder are assigned anew. */
const MAX_KEY_LENGTH = 120;

export interface OrderedEntry extends EntryKey {
  readonly name: string;
  readonly order_key: string | null;
  readonly deleted_at: number | null;
}

const isSame = (a: EntryKey, b: EntryKey): boolean => a.kind === b.kind && a.id === b.id;

export const isActive = ({ deleted_at }: OrderedEntry): boolean => deleted_at === null;

/** Finds an active entry in a list. */
export const findEntry = (entries: readonly OrderedEntry[], key: EntryKey): OrderedEntry | undefined =>
  entries.find((entry) => isActive(entry) && isSame(entry, key));

/** Lists the entries of a folder in their order, with those in the trash. */
export async function listOrderedEntries(db: Database, folderId: number): Promise<OrderedEntry[]> {
  const { rows } = await sql<OrderedEntry>`select kind, id, name, order_key, deleted_at
    from (${entriesIn(sql`${folderId}`, WITH_TRASH)}) as entries order by ${ENTRY_ORDER}`.execute(db);
  return rows;
}

/** Moves an entry before another one, or to the end with `null`. Both are among `entries`. Needs the lock `folder-tree`. */
export async function positionEntry(
  db: Database,
  folderId: number,
  { entries, moved, before }: { entries: readonly OrderedEntry[]; moved: EntryKey; before: EntryKey | null },
): Promise<void> {
  await positionAll(db, folderId, entries);
  const next = before && (await findPosition(db, before));
  const previous = await findLastKey(db, folderId, next);
  await savePositions(db, folderId, [moved], [generateKeyBetween(previous, next)]);
}

/** Moves entries that were added to a folder of a room to its end. Needs the lock `folder-tree`. */
export async function appendEntries(
  ctx: Context,
  added: readonly EntryKey[],
  folderId: number | null,
): Promise<void> {
  if (folderId === null || !(await findRoomOf(ctx, folderId))) return;
  const entries = await listOrderedEntries(ctx.db, folderId);
  const keyOf = ({ kind, id }: EntryKey) => `${kind} ${id}`;
  const addedKeys = new Set(added.map(keyOf));
  const isAdded = (entry: EntryKey) => addedKeys.has(keyOf(entry));
  await positionAll(
    ctx.db,
    folderId,
    entries.filter((entry) => !isAdded(entry)),
  );
  const last = await findLastKey(ctx.db, folderId, null);
  await savePositions(ctx.db, folderId, added, generateNKeysBetween(last, null, added.length));
}

/** Puts all entries of a folder in this order. Needs the lock `folder-tree`. */
export const orderEntries = (db: Database, folderId: number, entries: readonly EntryKey[]): Promise<void> =>
  orderEntriesOf(db, new Map([[folderId, entries]]));

/** Puts all entries of several folders in these orders. Needs the lock `folder-tree`. */
export const orderEntriesOf = (
  db: Database,
  entriesByFolder: ReadonlyMap<number, readonly EntryKey[]>,
): Promise<void> =>
  insertPositions(
    db,
    [...entriesByFolder].flatMap(([folderId, entries]) =>
      positionsOf(folderId, entries, generateNKeysBetween(null, null, entries.length)),
    ),
  );

/**
 * Gives an entry the position and the frozen number of another one of its folder, which is removed. Needs the lock `folder-tree`.
 */
export async function takePlace(
  db: Database,
  folderId: number,
  { from, to }: { from: EntryKey; to: EntryKey },
): Promise<void> {
  const entries = await listOrderedEntries(db, folderId);
  await positionAll(
    db,
    folderId,
    entries.filter((entry) => !isSame(entry, to)),
  );
  for (const table of ['entry_positions', 'frozen_numbers'] as const)
    await db
      .updateTable(table)
      .set({ entry_kind: to.kind, entry_id: to.id })
      .where('parent_id', '=', folderId)
      .where('entry_kind', '=', from.kind)
      .where('entry_id', '=', from.id)
      .execute();
}

/** Gives each entry that has no position one at the end, in the order of the list. */
async function positionAll(db: Database, folderId: number, entries: readonly OrderedEntry[]): Promise<void> {
  const isTooLong = entries.some(({ order_key }) => (order_key?.length ?? 0) > MAX_KEY_LENGTH);
  if (isTooLong) await db.deleteFrom('entry_positions').where('parent_id', '=', folderId).execute();
  const missing = isTooLong ? entries : entries.filter(({ order_key }) => order_key === null);
  const last = await findLastKey(db, folderId, null);
  await savePositions(db, folderId, missing, generateNKeysBetween(last, null, missing.length));
}

/** Finds the greatest key of a folder, or the one before `next`. Entries in the trash keep theirs. */
async function findLastKey(db: Database, folderId: number, next: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('entry_positions')
    .select('order_key')
    .where('parent_id', '=', folderId)
    .where(next === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`order_key < ${next}`)
    .orderBy('order_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.order_key ?? null;
}

async function findPosition(db: Database, { kind, id }: EntryKey): Promise<string> {
  const row = await db
    .selectFrom('entry_positions')
    .select('order_key')
    .where('entry_kind', '=', kind)
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.order_key;
}

const savePositions = (
  db: Database,
  folderId: number,
  entries: readonly EntryKey[],
  keys: readonly string[],
): Promise<void> => insertPositions(db, positionsOf(folderId, entries, keys));

const positionsOf = (
  folderId: number,
  entries: readonly EntryKey[],
  keys: readonly string[],
): Insertable<EntryPositionsTable>[] =>
  entries.map(({ kind, id }, at) => ({
    entry_kind: kind,
    entry_id: id,
    parent_id: folderId,
    order_key: keys[at] ?? '',
  }));

async function insertPositions(
  db: Database,
  rows: readonly Insertable<EntryPositionsTable>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await db
      .insertInto('entry_positions')
      .values(rows.slice(at, at + BATCH_SIZE))
      .onConflict((conflict) =>
        conflict.columns(['entry_kind', 'entry_id']).doUpdateSet((update) => ({
          parent_id: update.ref('excluded.parent_id'),
          order_key: update.ref('excluded.order_key'),
        })),
      )
      .execute();
}

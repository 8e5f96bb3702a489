import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { listFoldersTowardsVisible } from '../groups/folders-towards.ts';
import { ENTRY_ORDER, type EntryKey, type EntryKind, entriesIn } from './entry-order.ts';
import { listWithdrawnPlacesIn } from './frozen-places.ts';
import { countPlaces } from './list-places.ts';
import { countVisible } from './visible-entries.ts';

/** Bounds the folders that one statement reads, and so the time for which it holds up everybody else. */
const MAX_FOLDERS = 20;

/** An entry of a folder, or a number of it that was withdrawn. */
export interface TreeNode {
  readonly kind: EntryKind | 'withdrawn';
  readonly id: number;
  readonly name: string;
  readonly place: number;
  readonly isVisible: boolean;
  readonly dueAt: number | null;
  readonly responsibleName: string | null;
  readonly withdrawnAt: number | null;
}

/** Entries that may be read for each that the limit of the index allows. */
const MAX_READ_PER_LISTED = 10;

interface Reading {
  readonly roomId: number;
  readonly frozenAt: number | null;
  /** Everything is visible, with what was withdrawn; otherwise the access of the actor decides. */
  readonly isStaff: boolean;
  /** Ends the reading with an error. */
  readonly assertCount: (nodes: number) => void;
  /** Lets other work run between statements. */
  readonly pause: () => Promise<void> | undefined;
}

/**
 * Reads a room by folder, in the order of the places. Readers other than staff get what they see and the folders above it. Places
 * count hidden entries too; the limit does not, since it would reveal how many there are.
 */
export async function readRoomTree(ctx: Context, reading: Reading): Promise<ReadonlyMap<number, TreeNode[]>> {
  const tree = new Map<number, TreeNode[]>();
  const towards = reading.isStaff ? undefined : await listFoldersTowardsVisible(ctx, [reading.roomId]);
  if (towards?.has(reading.roomId) === false) return tree;
  const isListed = ({ kind, id, isVisible }: TreeNode) =>
    isVisible || (kind === 'folder' && towards?.has(id) === true);
  let [open, count, read] = [[reading.roomId], 0, 0];
  while (open.length > 0) {
    const batch = open.slice(0, MAX_FOLDERS);
    open = open.slice(MAX_FOLDERS);
    for (const [folderId, all] of await readFolders(ctx, reading, batch)) {
      const nodes = all.filter(isListed);
      tree.set(folderId, nodes);
      count += nodes.length;
      read += all.length;
      for (const { kind, id } of nodes) if (kind === 'folder') open.push(id);
    }
    // Places are counted among all entries of a folder, whose number is limited too.
    reading.assertCount(Math.max(count, read / MAX_READ_PER_LISTED));
    await reading.pause();
  }
  return tree;
}

interface EntryRow extends EntryKey {
  readonly parent_id: number;
  readonly name: string;
}

async function readFolders(
  ctx: Context,
  { roomId, frozenAt, isStaff }: Reading,
  folderIds: readonly number[],
): Promise<Map<number, TreeNode[]>> {
  const parents = sql.join(folderIds);
  const { rows } =
    await sql<EntryRow>`select kind, id, parent_id, name from (${entriesIn(parents)}) as entries
    order by parent_id, ${ENTRY_ORDER}`.execute(ctx.db);
  const placed = await countPlaces(
    ctx.db,
    rows.map((row) => ({ ...row, room_id: roomId, frozen_at: frozenAt })),
  );
  const visible = isStaff ? undefined : await listVisibleKeys(ctx, folderIds);
  const details = await listPlaceholderDetails(ctx.db, folderIds);
  const nodes = new Map<number, TreeNode[]>(folderIds.map((id) => [id, []]));
  for (const { kind, id, parent_id, name, place } of placed)
    nodes.get(parent_id)?.push({
      kind,
      id,
      name,
      place,
      isVisible: visible?.has(`${kind}-${id}`) ?? true,
      dueAt: null,
      responsibleName: null,
      withdrawnAt: null,
      ...(kind === 'placeholder' && details.get(id)),
    });
  if (frozenAt === null) return nodes;
  const withdrawn = isStaff ? await listWithdrawnPlacesIn(ctx.db, folderIds) : [];
  for (const { id, parent_id, name, place, withdrawn_at: withdrawnAt } of withdrawn)
    nodes.get(parent_id)?.push({
      kind: 'withdrawn',
      ...{ id, name, place, withdrawnAt },
      isVisible: true,
      dueAt: null,
      responsibleName: null,
    });
  for (const each of nodes.values()) each.sort((a, b) => a.place - b.place);
  return nodes;
}

async function listVisibleKeys(ctx: Context, folderIds: readonly number[]): Promise<Set<string>> {
  const entries = entriesIn(sql.join(folderIds), countVisible(ctx));
  const { rows } = await sql<EntryKey>`select kind, id from (${entries}) as entries`.execute(ctx.db);
  return new Set(rows.map(({ kind, id }) => `${kind}-${id}`));
}

async function listPlaceholderDetails(
  db: Database,
  folderIds: readonly number[],
): Promise<Map<number, Pick<TreeNode, 'dueAt' | 'responsibleName'>>> {
  const rows = await db
    .selectFrom('placeholders')
    .select(['id', 'due_at as dueAt', 'responsible_name as responsibleName'])
    .where('folder_id', 'in', folderIds)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

import type { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { PermissionFormat } from '#shared/contracts/rooms/permissions.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listGroups } from '../groups/queries.ts';
import { type IndexLine, listIndex } from '../index/list-index.ts';
import { type EntryDates, listEntryDates } from './entry-date-queries.ts';
import { type GrantRow, listGrantsOnPath } from './grant-queries.ts';
import { levelOf, rightsOf } from './resolve-permissions.ts';

/** So few that one statement and their cells let other work run. */
const LINES_PER_BATCH = 200;

export const PERMISSION_MEDIA_TYPES: Readonly<Record<PermissionFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

const LEVELS = { none: 'None', view: 'View', download: 'Download', original: 'Original' } as const;

/** Groups have levels on folders and files; those of placeholders are set beside them. */
type GridLine = IndexLine & { readonly kind: 'folder' | 'file' };

const isGridLine = (line: IndexLine): line is GridLine => line.kind === 'folder' || line.kind === 'file';

interface Wish {
  readonly format: PermissionFormat;
  /** Absent for the whole room; otherwise the folders below which lines are listed, as the grid shows them. */
  readonly openFolderIds?: readonly number[] | undefined;
}

/** Exports what each group of a room may do with its folders and files, and records that. */
export async function exportPermissions(
  ctx: Context,
  roomId: number,
  { format, openFolderIds }: Wish,
): Promise<{ name: string; bytes: Readable }> {
  const { name } = await loadRoom(ctx, roomId, 'view');
  const groups = await listGroups(ctx.db, roomId);
  const all = (await listIndex(ctx, roomId, true)).filter(isGridLine);
  const lines = openFolderIds ? linesIn(all, new Set(openFolderIds)) : all;
  await audit(ctx, {
    action: 'room.export-permissions',
    object: { kind: 'folder', id: roomId, name },
    details: {
      format,
      lines: lines.length,
      groups: groups.length,
      ...(openFolderIds && { isPart: true }),
    },
  });
  const day = isoInstant(ctx.now()).slice(0, 10);
  const rows = listRows(ctx, roomId, lines, groups);
  return {
    name: `${name} permissions ${day}.${format}`,
    bytes:
      format === 'csv' ? spreadsheet.csvFromBatches(rows) : spreadsheet.xlsxFromBatches(rows, 'Permissions'),
  };
}

/** Returns the lines at the top and directly in open folders that are shown themselves. */
function linesIn(lines: readonly GridLine[], openIds: ReadonlySet<number>): GridLine[] {
  // Holds for each level whether the lines below are shown.
  const shows: boolean[] = [true];
  return lines.filter(({ kind, id, level }) => {
    const isShown = shows[level - 1] === true;
    shows[level] = isShown && kind === 'folder' && openIds.has(id);
    return isShown;
  });
}

interface ExportedGroup {
  readonly id: number;
  readonly name: string;
}

/** Iterates over the rows with their headings. The levels are those of the moment at which a row is read. */
async function* listRows(
  ctx: Context,
  roomId: number,
  lines: readonly GridLine[],
  groups: readonly ExportedGroup[],
): AsyncGenerator<string[][]> {
  yield [['Number', 'Name', 'Kind', 'Added (UTC)', 'Published (UTC)', ...groups.map(({ name }) => name)]];
  const { db } = ctx;
  const now = ctx.now();
  const groupIds = groups.map(({ id }) => id);
  /** The grants that decide in the folders above the line, from the top of the room, which grants nothing. */
  const above: Grants[] = [new Map()];
  const yieldIfDue = createEventLoopYield();
  for (let at = 0; at < lines.length; at += LINES_PER_BATCH) {
    const batch = lines.slice(at, at + LINES_PER_BATCH);
    const ids = { folderIds: idsOf(batch, 'folder'), fileIds: idsOf(batch, 'file') };
    const grantsOf = await findGrants(db, roomId, { ...ids, groupIds });
    const dates = await listEntryDates(db, ids);
    const rows: string[][] = [];
    for (const line of batch) {
      const grants = new Map(above[line.level - 1]);
      for (const grant of grantsOf.get(`${line.kind} ${line.id}`) ?? []) grants.set(grant.group_id, grant);
      if (line.kind === 'folder') above[line.level] = grants;
      const cells = groupIds.map((id) => describeCell(line, grants.get(id)));
      rows.push([line.number, line.name, ...describeEntry(line, dates, now), ...cells]);
      await yieldIfDue();
    }
    yield rows;
  }
}

type Grants = Map<number, GrantRow>;

const idsOf = (lines: readonly GridLine[], wanted: GridLine['kind']): number[] =>
  lines.flatMap(({ kind, id }) => (kind === wanted ? id : []));

/** Finds the levels that entries have themselves, by kind and id; those that inherit have none. */
async function findGrants(
  db: Context['db'],
  roomId: number,
  { folderIds, ...wanted }: Parameters<typeof listGrantsOnPath>[1],
): Promise<ReadonlyMap<string, GrantRow[]>> {
  // Files alone are in a folder too.
  const found = await listGrantsOnPath(db, { folderIds: [roomId, ...folderIds], ...wanted });
  const grants = found.filter(({ level }) => level !== null);
  return Map.groupBy(grants, ({ kind, entry_id }) => `${kind} ${entry_id}`);
}

function describeCell(line: GridLine, grant: GrantRow | undefined): string {
  const level = levelOf(grant);
  // Members change a file with the right on its folder.
  if (line.kind === 'file') return LEVELS[level];
  const { mayAdd, mayManage } = rightsOf(line, grant);
  if (level === 'none' && mayAdd) return 'Upload only';
  return `${LEVELS[level]}${mayManage ? ' and manage' : mayAdd ? ' and add' : ''}`;
}

function describeEntry(
  { kind, id }: GridLine,
  dates: ReadonlyMap<string, EntryDates>,
  now: number,
): string[] {
  const found = dates.get(`${kind} ${id}`);
  const published = found?.published_at;
  return [
    kind === 'folder' ? 'Folder' : 'File',
    found ? timeOf(found.created_at) : '',
    // 0 for what was never a draft.
    published === null
      ? 'Draft'
      : published
        ? `${published > now ? 'Scheduled for ' : ''}${timeOf(published)}`
        : '',
  ];
}

const timeOf = (instant: number): string => isoInstant(instant).slice(0, 16).replace('T', ' ');

import type { EntryKind } from '#server/authorization/index-numbers/entry-order.ts';
import type { TreeNode } from '#server/authorization/index-numbers/read-room-tree.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { matchLines, type PlannedLine, type RoomEntry } from './match-lines.ts';
import type { IndexSheet, LineProblem } from './read-index-lines.ts';

export interface ImportPlan {
  /** Parents before what is in them. */
  readonly planned: readonly PlannedLine[];
  /** The entries of each changed folder in their order, by its line or id. */
  readonly orders: ReadonlyMap<Parent, readonly Child[]>;
  readonly problems: readonly LineProblem[];
  /** The names that the folders of the room have. */
  readonly folderNames: ReadonlyMap<number, string>;
}

/** A folder: a line, or the id of one that the sheet does not name. */
export type Parent = PlannedLine | number;
type Child = PlannedLine | RoomEntry;

const parentNumber = (number: string): string => number.slice(0, Math.max(0, number.lastIndexOf('.')));
const placeOf = (number: string): number => Number(number.slice(number.lastIndexOf('.') + 1));

/** Compares a sheet with a room; the plan can be applied if it has no problems. */
export async function planImport(
  sheet: IndexSheet,
  tree: ReadonlyMap<number, readonly TreeNode[]>,
  roomId: number,
): Promise<ImportPlan> {
  const problems = [...sheet.problems];
  const { lines, byNumber } = listLines(sheet, problems);
  const entries = listEntries(tree, roomId);
  const planned = await matchLines(lines, entries, problems);
  const pause = createEventLoopYield();
  const plannedByNumber = new Map(planned.map((each) => [each.line.number, each]));
  const taken = new Set(planned.flatMap(({ entry }) => entry ?? []));
  const folders = new Map(entries.filter(({ kind }) => kind === 'folder').map((each) => [each.number, each]));
  for (const each of planned) {
    await pause();
    const above = parentNumber(each.line.number);
    const listed = plannedByNumber.get(above);
    const existing = folders.get(above);
    if (above === '') each.parent = roomId;
    else if (listed?.isFolder && (byNumber.get(above) ?? 0) < each.line.line) each.parent = listed;
    else if (!listed && existing && !taken.has(existing)) each.parent = existing.id;
    else
      problems.push({
        line: each.line.line,
        reason:
          listed && !listed.isFolder ? `${above} is not a folder` : `its parent ${above} is not above it`,
      });
  }
  await findCycles(planned, entries, problems);
  const orders = await planOrders(planned, entries, taken, problems);
  return {
    planned,
    orders,
    problems: problems.toSorted((one, other) => one.line - other.line),
    folderNames: new Map([...folders.values()].map(({ id, name }) => [id, name])),
  };
}

/** Returns the lines with a number of their own, sorted so that parents come first. */
function listLines({ lines }: IndexSheet, problems: LineProblem[]) {
  const byNumber = new Map<string, number>();
  const unique = lines.filter(({ line, number }) => {
    const first = byNumber.get(number);
    if (first === undefined) byNumber.set(number, line);
    else problems.push({ line, reason: `the number ${number} is on line ${first} already` });
    return first === undefined;
  });
  const depthOf = (number: string) => number.split('.').length;
  return { lines: unique.toSorted((a, b) => depthOf(a.number) - depthOf(b.number)), byNumber };
}

/** Lists the entries of a room with their numbers. */
function listEntries(tree: ReadonlyMap<number, readonly TreeNode[]>, roomId: number): RoomEntry[] {
  const entries: RoomEntry[] = [];
  const open = [{ id: roomId, prefix: '' }];
  for (let folder = open.pop(); folder; folder = open.pop())
    for (const { kind, id, name, place } of tree.get(folder.id) ?? []) {
      if (kind === 'withdrawn') continue;
      const number = `${folder.prefix}${place}`;
      entries.push({ kind: kind satisfies EntryKind, id, name, number, parentId: folder.id });
      if (kind === 'folder') open.push({ id, prefix: `${number}.` });
    }
  return entries;
}

/** Refuses a folder that would be moved into itself. */
async function findCycles(
  planned: readonly PlannedLine[],
  entries: readonly RoomEntry[],
  problems: LineProblem[],
): Promise<void> {
  const pause = createEventLoopYield();
  const parentIds = new Map(
    entries.flatMap(({ kind, id, parentId }) => (kind === 'folder' ? [[id, parentId] as const] : [])),
  );
  const byFolder = new Map(
    planned.flatMap((each) => (each.entry?.kind === 'folder' ? [[each.entry.id, each] as const] : [])),
  );
  for (const each of planned) {
    if (each.entry?.kind !== 'folder' || typeof each.parent !== 'number') continue;
    await pause();
    let above: number | undefined = each.parent;
    const seen = new Set<number>();
    while (above !== undefined && above !== each.entry.id && !seen.has(above)) {
      seen.add(above);
      const line: PlannedLine | undefined = byFolder.get(above);
      const parent: Parent | undefined = line ? line.parent : parentIds.get(above);
      // A line whose parent is a line has a shorter number than this one.
      above = typeof parent === 'number' ? parent : parent?.entry?.id;
    }
    if (above === each.entry.id)
      problems.push({ line: each.line.line, reason: 'the folder would be inside itself' });
  }
}

/** Puts each line in its place, and around them the other entries of the folder in the order that they have. */
async function planOrders(
  planned: readonly PlannedLine[],
  entries: readonly RoomEntry[],
  taken: ReadonlySet<RoomEntry>,
  problems: LineProblem[],
): Promise<Map<Parent, Child[]>> {
  const pause = createEventLoopYield();
  const byParent = Map.groupBy(
    planned.filter(({ parent }) => parent !== undefined),
    ({ parent }) => parent ?? 0,
  );
  const others = Map.groupBy(
    entries.filter((entry) => !taken.has(entry)),
    ({ parentId }) => parentId,
  );
  const orders = new Map<Parent, Child[]>();
  for (const [parent, lines] of byParent) {
    const id = typeof parent === 'number' ? parent : parent.entry?.id;
    const rest = [...((id !== undefined && others.get(id)) || [])];
    const byPlace = new Map(lines.map((each) => [placeOf(each.line.number), each]));
    const order: Child[] = [];
    let next = 0;
    for (let place = 1; place <= lines.length + rest.length; place += 1) {
      const child = byPlace.get(place) ?? rest[next];
      if (child === rest[next]) next += 1;
      if (child) order.push(child);
    }
    await pause();
    for (const each of lines)
      if (order[placeOf(each.line.number) - 1] !== each)
        problems.push({ line: each.line.line, reason: `a number before ${each.line.number} is missing` });
    orders.set(parent, order);
  }
  return orders;
}

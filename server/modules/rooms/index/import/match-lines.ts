import type { EntryKind } from '#server/authorization/index-numbers/entry-order.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { LineProblem, SheetLine } from './read-index-lines.ts';

/** A folder, file or placeholder of the room. */
export interface RoomEntry {
  readonly kind: EntryKind;
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly parentId: number;
}

/** A line with the entry that it stands for; without one it is created. */
export interface PlannedLine {
  readonly line: SheetLine;
  readonly entry: RoomEntry | undefined;
  readonly isFolder: boolean;
  /** The folder that it is in: a line, or the id of one that the sheet does not name. */
  parent: PlannedLine | number | undefined;
}

/** Returns the name of an entry as lines have it: an earlier version may have stored one that is not composed (NFC). */
const composedName = ({ name }: { name: string }): string => name.normalize('NFC');

/** Tells whether a line leaves the name of its entry as it is. */
export const keepsName = (line: SheetLine, entry: RoomEntry): boolean => composedName(entry) === line.name;

const hasKind = ({ isFolder }: { isFolder: boolean | undefined }, { kind }: RoomEntry): boolean =>
  isFolder === undefined || isFolder === (kind === 'folder');

/**
 * Finds the entry of each line: first the one with its number and name, then the only one with its name, which is moved, then
 * the one with its number, which is renamed.
 */
export async function matchLines(
  lines: readonly SheetLine[],
  entries: readonly RoomEntry[],
  problems: LineProblem[],
): Promise<PlannedLine[]> {
  const pause = createEventLoopYield();
  const parents = new Set(lines.map(({ number }) => number.slice(0, Math.max(0, number.lastIndexOf('.')))));
  // What has lines below it is a folder, whatever the sheet says of it.
  const wanted = lines.map((line) => ({
    ...line,
    isFolder: parents.has(line.number) ? true : line.isFolder,
  }));
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const matches = new Map<SheetLine, RoomEntry>();
  const free = new Set(entries);
  const match = (line: SheetLine, entry: RoomEntry | undefined) => {
    if (!entry || !free.has(entry) || !hasKind(line, entry)) return;
    matches.set(line, entry);
    free.delete(entry);
  };
  for (const line of wanted) {
    await pause();
    const entry = byNumber.get(line.number);
    if (entry && keepsName(line, entry)) match(line, entry);
  }
  const open = wanted.filter((line) => !matches.has(line));
  const linesByName = Map.groupBy(open, ({ name }) => name);
  const entriesByName = Map.groupBy(free, composedName);
  for (const [name, [line, ...more]] of linesByName) {
    const [entry, ...others] = entriesByName.get(name) ?? [];
    if (line && more.length + others.length === 0) match(line, entry);
  }
  for (const line of open) {
    await pause();
    if (matches.has(line)) continue;
    const entry = byNumber.get(line.number);
    match(line, entry);
    if (entry && free.has(entry) && !hasKind(line, entry))
      problems.push({
        line: line.line,
        reason: entry.kind === 'folder' ? 'its number belongs to a folder' : 'its number belongs to a file',
      });
  }
  return wanted.map((line) => {
    const entry = matches.get(line);
    const isFolder = entry ? entry.kind === 'folder' : line.isFolder === true;
    return { line, entry, isFolder, parent: undefined };
  });
}

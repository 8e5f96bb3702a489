import type { ComparedPiece, Comparison, ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { countOf } from '#shared/domain/format.ts';

export type Side = 'a' | 'b';

/** A run of characters of a paragraph that the same changes cover. */
export interface Segment {
  readonly text: string;
  /** The insertion, deletion or replacement, by its index. */
  readonly change: number | undefined;
  /** The move that the text is part of. */
  readonly move: number | undefined;
}

/** An entry of the list: a row of the comparison, or how many rows without changes are left out. */
export type ListedRow = { readonly row: number } | { readonly hiddenRows: number };

/** Returns for each change the rows in which it is shown, that of the second version first. */
export function findRowsOfHunks({ rows, hunks }: Pick<Comparison, 'rows' | 'hunks'>): number[][] {
  const inA = startsOf(rows, 'a');
  const inB = startsOf(rows, 'b');
  return hunks.map(({ a, b }) => {
    const found = [b && findLast(inB, b.start), a && findLast(inA, a.start)];
    return [...new Set(found.filter((row) => row !== null && row !== undefined))];
  });
}

type Start = readonly [start: number, row: number];

const startsOf = (rows: Comparison['rows'], side: Side): Start[] =>
  rows.flatMap((row, index) => {
    const first = row[side][0];
    return first ? [[first.start, index] as const] : [];
  });

/** Finds the row that begins last at or before an offset. */
function findLast(starts: readonly Start[], offset: number): number | undefined {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.[0] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1]?.[1];
}

/** Groups the changes by row. */
export function groupByRow(rowsOfHunks: readonly (readonly number[])[]): ReadonlyMap<number, number[]> {
  const grouped = new Map<number, number[]>();
  rowsOfHunks.forEach((rows, hunk) => {
    for (const row of rows) grouped.set(row, [...(grouped.get(row) ?? []), hunk]);
  });
  return grouped;
}

/** Lists all rows, or those with changes and the number of rows between them. */
export function listRows(
  count: number,
  changed: ReadonlyMap<number, unknown>,
  onlyChanges: boolean,
): ListedRow[] {
  const all = Array.from({ length: count }, (_, row) => ({ row }));
  if (!onlyChanges) return all;
  return all.reduce<ListedRow[]>((listed, { row }) => {
    const last = listed.at(-1);
    if (changed.has(row)) listed.push({ row });
    else if (last && 'hiddenRows' in last) listed[listed.length - 1] = { hiddenRows: last.hiddenRows + 1 };
    else listed.push({ hiddenRows: 1 });
    return listed;
  }, []);
}

/** Cuts a paragraph where changes begin and end. */
export function cutIntoSegments(
  { start, text }: ComparedPiece,
  side: Side,
  hunks: readonly ComparisonHunk[],
  among: readonly number[],
): Segment[] {
  const end = start + text.length;
  const places = among.flatMap((index) => {
    const hunk = hunks[index];
    const place = hunk?.[side];
    return hunk && place && place.start < end && place.end > start
      ? [{ index, kind: hunk.kind, start: Math.max(start, place.start), end: Math.min(end, place.end) }]
      : [];
  });
  const edges = [...new Set([start, end, ...places.flatMap((place) => [place.start, place.end])])];
  edges.sort((one, other) => one - other);
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] ?? end;
    const covering = places.filter((place) => place.start <= from && place.end >= to);
    return {
      text: text.slice(from - start, to - start),
      change: covering.find(({ kind }) => kind !== 'move')?.index,
      move: covering.find(({ kind }) => kind === 'move')?.index,
    };
  });
}

const KIND_NAMES = {
  insert: 'added',
  delete: 'removed',
  replace: 'replaced',
  move: 'moved',
} as const satisfies Record<ComparisonHunk['kind'], string>;

/** Describes how many changes of each kind there are: `5 changes: 3 replaced, 2 added`. */
export function describeCounts(hunks: readonly ComparisonHunk[]): string {
  const total = countOf(hunks.length, 'change');
  const kinds = (['replace', 'insert', 'delete', 'move'] as const).flatMap((kind) => {
    const count = hunks.filter((hunk) => hunk.kind === kind).length;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${KIND_NAMES[kind]}`];
  });
  return kinds.length === 0 ? total : `${total}: ${kinds.join(', ')}`;
}

export const kindName = (kind: ComparisonHunk['kind']): string => KIND_NAMES[kind];

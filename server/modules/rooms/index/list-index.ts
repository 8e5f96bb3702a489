import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findNumbersBelow } from '#server/authorization/index-numbers/find-numbers.ts';
import { readRoomTree, type TreeNode } from '#server/authorization/index-numbers/read-room-tree.ts';
import { parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { MAX_INDEX_LINES } from '#shared/contracts/rooms/room-index.ts';
import { findRoomRow } from '../state/queries.ts';

/** A line of the index of a room; a hidden folder and a file directly in it have no number. */
export interface IndexLine extends Omit<TreeNode, 'place' | 'isVisible'> {
  readonly number: string;
  /** From 1 for what is directly in the room. */
  readonly level: number;
}

/** Lists the index of a room as the actor sees it, each folder followed by what is in it. */
export async function listIndex(ctx: Context, roomId: number, isStaff: boolean): Promise<IndexLine[]> {
  const { settings, frozen_at: frozenAt } = await findRoomRow(ctx.db, roomId);
  const pause = createEventLoopYield();
  const tree = await readRoomTree(ctx, { roomId, frozenAt, isStaff, assertCount, pause });
  const isDense = !isStaff && parseRoomSettings(settings).numbering === 'dense';
  const denseNumberOf = isDense ? await findNumbersBelow(ctx, roomId) : undefined;
  const lines: IndexLine[] = [];
  const open: OpenFolder[] = [{ nodes: tree.get(roomId) ?? [], at: 0, prefix: '', isVisible: isStaff }];
  for (let folder = open.at(-1); folder; folder = open.at(-1)) {
    const node = folder.nodes[folder.at];
    folder.at += 1;
    if (!node) {
      open.pop();
      continue;
    }
    const { place, isVisible, ...line } = node;
    const number = `${folder.prefix}${place}`;
    const shown = (node.kind === 'withdrawn' ? undefined : denseNumberOf?.(node.kind, node.id)) ?? number;
    const level = open.length;
    const hasNumber = folder.isVisible || node.kind === 'folder';
    if (isVisible) lines.push(...takeNamesAbove(open), { ...line, number: hasNumber ? shown : '', level });
    if (node.kind === 'folder')
      open.push({
        nodes: tree.get(node.id) ?? [],
        at: 0,
        prefix: `${number}.`,
        isVisible,
        ...(!isVisible && { nameAbove: { ...line, number: '', level } }),
      });
    await pause();
  }
  return lines;
}

/** A folder whose entries are being listed. */
interface OpenFolder {
  readonly nodes: readonly TreeNode[];
  at: number;
  readonly prefix: string;
  readonly isVisible: boolean;
  /** The line of a hidden folder, until something below it is listed. */
  nameAbove?: IndexLine;
}

/** Returns the hidden folders above a visible entry, which are listed by their names, each once. */
function takeNamesAbove(open: readonly OpenFolder[]): IndexLine[] {
  return open.flatMap((folder) => {
    const { nameAbove } = folder;
    delete folder.nameAbove;
    return nameAbove ?? [];
  });
}

function assertCount(count: number): void {
  if (count > MAX_INDEX_LINES)
    throw new AppError(
      'conflict',
      `The index has more than ${MAX_INDEX_LINES.toLocaleString('en')} lines. It is too large to be exported.`,
    );
}

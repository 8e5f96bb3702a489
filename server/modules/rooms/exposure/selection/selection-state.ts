import type { Context } from '#server/app/context.ts';
import type { DraftSelection } from '#shared/contracts/rooms/drafts.ts';
import { hashContent } from '../../publications/difference.ts';
import type { CheckRow } from '../check-queries.ts';
import { listSelection, type SelectedDraft } from './selection-queries.ts';

function toSelection(drafts: readonly SelectedDraft[]): DraftSelection {
  const idsOf = (...kinds: SelectedDraft['kind'][]) =>
    drafts.flatMap(({ kind, draft_id }) => (kinds.includes(kind) ? draft_id : []));
  return {
    folderIds: idsOf('folder'),
    fileIds: idsOf('file'),
    changeIds: idsOf('move', 'level', 'version'),
  };
}

/** Tells whether a draft to which a check is limited has another name, place or content by now, or is none any more. */
export async function hasSelectionChanged(
  ctx: Context,
  { id, room_id, selection_hash }: CheckRow,
): Promise<boolean> {
  if (selection_hash === null) return false;
  const selection = toSelection(await listSelection(ctx.db, id));
  return (await hashContent(ctx, room_id, selection)) !== selection_hash;
}

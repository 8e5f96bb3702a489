import type { Context } from '#server/app/context.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { ExposureCheck, ExposureDraft } from '#shared/contracts/rooms/exposure.ts';
import type { CheckRow } from '../check-queries.ts';
import * as queries from './selection-queries.ts';

const MAX_NAMES = 3;

type Entry = Pick<queries.SelectedDraft, 'entry_kind' | 'entry_id'>;

/** Finds the names of entries that the actor may see at this moment; others may have left the room. */
async function findNames(
  ctx: Context,
  entries: readonly Entry[],
): Promise<(entry: Entry) => string | undefined> {
  const idsOf = (kind: Entry['entry_kind']) => [
    ...new Set(entries.flatMap(({ entry_kind, entry_id }) => (entry_kind === kind ? entry_id : []))),
  ];
  const [fileIds, folderIds] = [idsOf('file'), idsOf('folder')];
  const files = fileIds.length === 0 ? [] : await loadVisibleFiles(ctx, fileIds);
  const folders = folderIds.length === 0 ? [] : await loadVisibleFolders(ctx, folderIds);
  const names = {
    file: new Map(files.map(({ id, name }) => [id, name])),
    folder: new Map(folders.map(({ id, name }) => [id, name])),
  };
  return ({ entry_kind, entry_id }) => names[entry_kind].get(entry_id);
}

/** Says to which drafts checks are limited: how many, and the names of the first ones. */
export async function describeSelections(
  ctx: Context,
  checks: readonly CheckRow[],
): Promise<(checkId: number) => ExposureCheck['selection']> {
  const ids = checks.flatMap(({ id, selection_hash }) => (selection_hash === null ? [] : id));
  const counts = await queries.countSelections(ctx.db, ids);
  const first = await queries.listFirstDrafts(ctx.db, ids, MAX_NAMES);
  const nameOf = await findNames(ctx, first);
  const byCheck = Map.groupBy(first, ({ check_id }) => Number(check_id));
  return (checkId) => {
    const count = counts.get(checkId);
    if (!count) return null;
    const names = (byCheck.get(checkId) ?? []).flatMap((draft) => nameOf(draft) ?? []);
    return { folders: count.folders, files: count.files, changes: count.changes, names };
  };
}

interface ShownBy {
  readonly shown_kind: queries.SelectedDraft['kind'] | null;
  readonly shown_id: number | null;
}

/** Says which drafts show findings of a check that is limited to drafts. */
export async function describeDrafts(
  ctx: Context,
  checkId: number | undefined,
  rows: readonly ShownBy[],
): Promise<(row: ShownBy) => ExposureDraft | null> {
  const keys = rows.flatMap(({ shown_kind: kind, shown_id: id }) =>
    kind === null || id === null ? [] : { kind, draft_id: id },
  );
  if (checkId === undefined || keys.length === 0) return () => null;
  const drafts = await queries.findDrafts(ctx.db, checkId, keys);
  const nameOf = await findNames(ctx, drafts);
  const keyOf = (kind: string | null, id: number | null) => `${kind} ${id}`;
  const byKey = new Map(drafts.map((draft) => [keyOf(draft.kind, draft.draft_id), draft]));
  return ({ shown_kind, shown_id }) => {
    const draft = byKey.get(keyOf(shown_kind, shown_id));
    return draft ? { kind: draft.kind, entryKind: draft.entry_kind, name: nameOf(draft) ?? null } : null;
  };
}

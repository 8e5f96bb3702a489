import type { Requester, Services } from '#server/app/context.ts';
import { findForeseenMoves } from '#server/authorization/drafts/foreseen.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { type ChildFolder, listFoldersIn, listSelection, type SelectedDraft } from './selection-queries.ts';

const FOLDERS_PER_STATEMENT = 500;

/** The order in which the drafts of one entry count: what shows all of it comes before another level. */
const ORDER = ['folder', 'file', 'move', 'level', 'version'] as const;

/** Finds the draft by which a group sees things. */
export interface DraftFinder {
  /**
   * The draft of a file itself, or the nearest one of a folder above it. A drafted version comes last: the rest of the file is
   * seen without it.
   */
  ofFile(id: number, folderId: number | null): SelectedDraft | undefined;
  /** The draft of a folder itself, or the nearest one of a folder above it. */
  ofFolder(id: number): SelectedDraft | undefined;
}

/** Resolves what the drafts concern to which a check is limited, in each of these views of its group. */
export async function createDraftFinders(
  { db }: Pick<Services, 'db'>,
  views: readonly Requester[],
  checkId: number,
): Promise<DraftFinder[]> {
  const selection = await listSelection(db, checkId);
  const finders: DraftFinder[] = [];
  for (const view of views) finders.push(await createDraftFinder({ db }, view, selection));
  return finders;
}

async function createDraftFinder(
  { db }: Pick<Services, 'db'>,
  group: Requester,
  selection: readonly SelectedDraft[],
): Promise<DraftFinder> {
  const groupIds = groupIdsOf(group.actor);
  const drafts = selection
    .filter(({ group_id }) => group_id === null || groupIds.includes(group_id))
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  const files = firstByEntry(drafts.filter(({ entry_kind }) => entry_kind === 'file'));
  const folders = await spreadDown(
    { db },
    await findForeseenMoves(db, group),
    firstByEntry(drafts.filter(({ entry_kind }) => entry_kind === 'folder')),
  );
  return {
    ofFile(id, folderId) {
      const own = files.get(id);
      return own && own.kind !== 'version' ? own : (folders.get(folderId ?? 0) ?? own);
    },
    ofFolder: (id) => folders.get(id),
  };
}

function firstByEntry(drafts: readonly SelectedDraft[]): Map<number, SelectedDraft> {
  const first = new Map<number, SelectedDraft>();
  for (const draft of drafts) if (!first.has(draft.entry_id)) first.set(draft.entry_id, draft);
  return first;
}

/** Gives the folders below those with a draft the nearest one, where these moves will have put them. */
async function spreadDown(
  { db }: Pick<Services, 'db'>,
  moves: ReadonlyMap<number, number>,
  own: ReadonlyMap<number, SelectedDraft>,
): Promise<ReadonlyMap<number, SelectedDraft>> {
  const all = new Map(own);
  const movedInto = Map.groupBy(moves, ([, targetId]) => targetId);
  let parents = [...own.keys()];
  while (parents.length > 0) {
    const children: ChildFolder[] = parents.flatMap((id) =>
      (movedInto.get(id) ?? []).map(([movedId]) => ({ id: movedId, parent_id: id })),
    );
    for (let at = 0; at < parents.length; at += FOLDERS_PER_STATEMENT)
      for (const child of await listFoldersIn(db, parents.slice(at, at + FOLDERS_PER_STATEMENT)))
        if (!moves.has(child.id)) children.push(child);
    const next: number[] = [];
    for (const { id, parent_id } of children) {
      const draft = all.get(parent_id ?? 0);
      if (!draft || all.has(id)) continue;
      all.set(id, draft);
      next.push(id);
    }
    parents = next;
  }
  return all;
}

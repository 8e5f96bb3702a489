import type { Draft, DraftChange, DraftSelection, Drafts } from '#shared/contracts/rooms/drafts.ts';

/** Names drafts within the list of a room. */
export type DraftKeys = ReadonlySet<string>;

type Listed = Pick<Drafts, 'entries' | 'changes'>;

export const keyOfEntry = ({ kind, id }: Pick<Draft, 'kind' | 'id'>): string => `${kind} ${id}`;
export const keyOfChange = ({ id }: Pick<DraftChange, 'id'>): string => `change ${id}`;

export const listKeys = ({ entries, changes }: Listed): string[] => [
  ...entries.map(keyOfEntry),
  ...changes.map(keyOfChange),
];

/** Returns the draft folder that something is in, or to which it moves. */
function findParents({ entries, changes }: Listed): ReadonlyMap<string, string> {
  const keys = new Set(entries.map(keyOfEntry));
  const parents = new Map<string, string>();
  const add = (key: string, folderId: number | undefined) => {
    const parent = `folder ${folderId}`;
    if (keys.has(parent)) parents.set(key, parent);
  };
  for (const entry of entries) add(keyOfEntry(entry), entry.folderId);
  for (const change of changes) if (change.kind === 'move') add(keyOfChange(change), change.toFolder?.id);
  return parents;
}

/**
 * Adds a draft to the chosen ones or removes it: a folder with the drafts in it, and what is in a folder that is a draft together
 * with that folder, without which groups would not see it.
 */
export function toggleDraft(drafts: Listed, chosen: DraftKeys, key: string): DraftKeys {
  const parents = findParents(drafts);
  const pathOf = (from: string): string[] => {
    const path = new Set<string>();
    for (let at: string | undefined = from; at !== undefined && !path.has(at); at = parents.get(at))
      path.add(at);
    return [...path];
  };
  const isInside = (other: string) => pathOf(other).includes(key);
  if (chosen.has(key)) return new Set([...chosen].filter((other) => !isInside(other)));
  const inside = drafts.entries.map(keyOfEntry).filter(isInside);
  return new Set([...chosen, ...pathOf(key), ...inside]);
}

/** Returns the chosen drafts in the form that a publication takes, without those that are none any more. */
export function toSelection({ entries, changes }: Listed, chosen: DraftKeys): DraftSelection {
  const idsOf = (kind: Draft['kind']) =>
    entries.flatMap((entry) => (entry.kind === kind && chosen.has(keyOfEntry(entry)) ? entry.id : []));
  return {
    folderIds: idsOf('folder'),
    fileIds: idsOf('file'),
    changeIds: changes.flatMap((change) => (chosen.has(keyOfChange(change)) ? change.id : [])),
  };
}

export const countSelected = ({ folderIds, fileIds, changeIds }: DraftSelection): number =>
  folderIds.length + fileIds.length + changeIds.length;

import type { Services } from '#server/app/context.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { type CheckRow, findLastPublication } from '../check-queries.ts';
import { insertFindings, listNameFindings, type NewFinding } from '../finding-queries.ts';
import { createValueHash } from '../hash-value.ts';
import { createNameMatcher, foldName } from '../match-names.ts';
import type { Reach } from '../reach-queries.ts';
import { listNames, listOtherGroups } from '../settings-queries.ts';
import { listTreeNames, type TreeName } from './tree-name-queries.ts';

/**
 * Stores where the group reads a name on the list of the room, or that of another group, in the names of folders and
 * placeholders.
 */
export async function findNamesInTree(services: Services, reach: Reach, check: CheckRow): Promise<void> {
  await insertFindings(services.db, await matchNames({ ...services, db: services.longReads }, reach, check));
}

/** The obstacles to a sign-off: findings that the check does not have, those without a decision, and those that were to be hidden. */
export interface NameState {
  readonly notCovered: number;
  readonly undecided: number;
  readonly notLowered: number;
}

/** Compares the findings of a check with the names that the group reads at this moment. */
export async function readNameState(services: Services, reach: Reach, check: CheckRow): Promise<NameState> {
  const found = await matchNames(services, reach, check);
  const state = { notCovered: 0, undecided: 0, notLowered: 0 };
  if (found.length === 0) return state;
  const stored = await listNameFindings(services.db, check.id);
  // Several placeholders of a folder may have one name: each has a finding of its own.
  const storedByKey = Map.groupBy(stored, keyOf);
  for (const finding of found) {
    const known = storedByKey.get(keyOf(finding))?.pop();
    if (known === undefined) state.notCovered += 1;
    else if (known.decision === null) state.undecided += 1;
    else if (known.decision === 'lower') state.notLowered += 1;
  }
  return state;
}

const keyOf = (finding: Pick<NewFinding, 'kind' | 'folder_id' | 'folder_name' | 'span_start'>): string =>
  JSON.stringify([finding.kind, finding.folder_id, finding.folder_name, finding.span_start]);

async function matchNames(
  services: Services,
  { views, finders }: Reach,
  check: CheckRow,
): Promise<NewFinding[]> {
  const { db, now } = services;
  const names = [...(await listNames(db, check.room_id)), ...(await listOtherGroups(db, check))];
  if (names.length === 0) return [];
  const match = createNameMatcher(names);
  const hash = createValueHash(services);
  const since = (await findLastPublication(db, check.room_id, now()))?.publish_at;
  const pause = createEventLoopYield();
  const found: NewFinding[] = [];
  for (const entry of await listTreeNames(db, views)) {
    const draft = finders.map((finder) => finder.ofFolder(entry.folderId)).find((found) => found);
    for (const { name, start, end } of match(entry.name))
      found.push({
        check_id: check.id,
        // No file has the id 0.
        file_id: 0,
        version: 0,
        kind: entry.kind,
        page: null,
        span_start: start,
        span_end: end,
        value_hash: hash(entry.kind, foldName(name)),
        is_new: isNew(entry, { since, now: now() }) ? 1 : 0,
        folder_id: entry.folderId,
        folder_name: entry.name,
        ...(draft && { draft_kind: draft.kind, draft_id: draft.draft_id }),
      });
    await pause();
  }
  return found;
}

/** Tells whether a name is new since the last publication, or not seen yet, as documents are. */
function isNew(
  { publishedAt, createdAt, isSeen }: TreeName,
  { since, now }: { since: number | undefined; now: number },
): boolean {
  if (!isSeen || publishedAt === null || publishedAt > now) return true;
  return since !== undefined && (publishedAt > since || createdAt > since);
}

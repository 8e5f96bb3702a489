import type { Context, Services } from '#server/app/context.ts';
import { asGroup } from '#server/authorization/groups/as-group.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import type {
  ExposureCheck,
  ExposureCheckDetails,
  ExposureDocument,
} from '#shared/contracts/rooms/exposure.ts';
import { FINDING_KINDS } from '#shared/domain/rooms/finding-kinds.ts';
import { findGroupRules } from '../groups/group-rules.ts';
import { type CheckRow, hasNewerCheck, listChecks as listRows } from './check-queries.ts';
import { countBeingRead } from './compared/being-read-queries.ts';
import { haveSettingsChanged } from './compared/settings-hash-queries.ts';
import { countDraftedChanges, countUnread, listDocumentCounts } from './document-queries.ts';
import { countByKind } from './finding-queries.ts';
import { loadCheck, presentCheck, presentChecks } from './load-check.ts';
import { createReach, readSignOffState } from './reach-queries.ts';
import { previewOfSelection, viewsOf } from './reach-views.ts';
import { hasSelectionChanged } from './selection/selection-state.ts';
import { readNameState } from './tree-names/name-findings.ts';
import { countUncoveredVersions } from './versions/check-versions.ts';
import { countVersions, type VersionScope } from './versions/version-queries.ts';

interface Page {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** Lists the checks of a group; one more than `limit`. */
export async function listChecks(ctx: Context, groupId: number, page: Page): Promise<ExposureCheck[]> {
  const { group } = await loadGroup(ctx, groupId, 'view');
  return presentChecks(ctx, await listRows(ctx.db, groupId, page), group);
}

/**
 * The view of the group that a check covers. Scheduled files count as published, and for some checks the drafts too, all or some.
 */
export const contextOfGroup = (services: Services, check: CheckRow): Context =>
  asGroup(
    services,
    { roomId: check.room_id, groupId: check.group_id, requestedById: check.requested_by_id },
    previewOf(check),
  );

function previewOf({ id, includes_drafts, selection_hash }: CheckRow): Context['preview'] {
  if (selection_hash !== null) return previewOfSelection(id);
  return includes_drafts === 1 ? 'drafts' : 'scheduled';
}

/** Tells which versions the group of a check may open beside the current ones. */
export async function versionScopeOf(
  services: Services,
  group: Context,
  { group_id }: CheckRow,
): Promise<VersionScope> {
  const { seesVersions } = (await findGroupRules(services, [group_id]))(group_id);
  return { group, seesVersions };
}

/** The numbers of a check about all that its group can reach at this moment. */
interface Reached extends Pick<ExposureCheckDetails, 'notIndexed' | 'undecided'> {
  /** Tells whether that is something else than a check of selected drafts compared. */
  readonly isOther: boolean;
}

async function readReached(ctx: Context, check: CheckRow): Promise<Reached> {
  const { id, selection_hash } = check;
  const asMember = contextOfGroup(ctx, check);
  const reach = await createReach(ctx.db, viewsOf(asMember));
  const { notIndexed, notCovered, notCompared, undecided } = await readSignOffState(ctx.db, reach, id);
  const names = await readNameState(ctx, reach, check);
  const all = { notIndexed, undecided: undecided + names.undecided };
  if (selection_hash === null) return { ...all, isOther: false };
  const versions = await countUncoveredVersions(ctx, id, await versionScopeOf(ctx, asMember, check));
  const hasOthers = notCovered + notCompared + names.notCovered + versions > 0;
  return { ...all, isOther: hasOthers || (await haveSettingsChanged(ctx.db, check)) };
}

/** Returns a check with its findings in numbers. */
export async function readCheck(ctx: Context, id: number): Promise<ExposureCheckDetails> {
  const { check, group } = await loadCheck(ctx, id, 'view');
  const counts = await countByKind(ctx.db, id);
  const sum = (key: 'findings' | 'undecided' | 'newFindings') =>
    counts.reduce((total, count) => total + count[key], 0);
  const versions = await countVersions(ctx.db, id);
  const isDone = check.state === 'done';
  // Unfinished checks are asked for each second: to go through all that the group reaches would take longer than that.
  const reached = isDone
    ? await readReached(ctx, check)
    : { notIndexed: await countBeingRead(ctx.db, id), undecided: sum('undecided'), isOther: false };
  return {
    ...(await presentCheck(ctx, check, group)),
    isNewest: !(await hasNewerCheck(ctx.db, check)),
    isOutOfDate: (await hasSelectionChanged(ctx, check)) || reached.isOther,
    notIndexed: reached.notIndexed,
    unread: isDone ? await countUnread(ctx.db, id) : 0,
    earlierVersions: versions.earlier,
    draftedVersions: versions.drafts,
    draftedChanges: check.includes_drafts === 1 ? 0 : await countDraftedChanges(ctx.db, check),
    findings: sum('findings'),
    undecided: reached.undecided,
    newFindings: sum('newFindings'),
    kinds: FINDING_KINDS.flatMap((kind) => {
      const count = counts.find((row) => row.kind === kind);
      return count ? [{ kind, findings: count.findings, undecided: count.undecided }] : [];
    }),
    questions: JSON.parse(check.questions),
  };
}

/** Lists the documents with findings, and those that were not read completely; one more than `limit`. */
export async function listDocuments(ctx: Context, id: number, page: Page): Promise<ExposureDocument[]> {
  await loadCheck(ctx, id, 'view');
  const rows = await listDocumentCounts(ctx.db, id, page);
  const files = await loadVisibleFiles(
    ctx,
    rows.map((row) => row.id),
  );
  const names = new Map(files.map((file) => [file.id, file.name]));
  return rows.map((row) => ({
    id: row.id,
    fileName: names.get(row.id) ?? null,
    isNew: row.is_new === 1,
    isRead: row.is_read === 1,
    findings: row.findings,
    undecided: row.undecided,
  }));
}

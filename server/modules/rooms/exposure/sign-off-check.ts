import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { ExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import { type CheckRow, setCheck } from './check-queries.ts';
import { haveSettingsChanged } from './compared/settings-hash-queries.ts';
import { assertIsNewest, loadCheck, presentCheck } from './load-check.ts';
import { createReach, readSignOffState } from './reach-queries.ts';
import { viewsOf } from './reach-views.ts';
import { contextOfGroup, versionScopeOf } from './read-check.ts';
import { hasSelectionChanged } from './selection/selection-state.ts';
import { readNameState } from './tree-names/name-findings.ts';
import { countUncoveredVersions } from './versions/check-versions.ts';

/**
 * Signs off a check: for exactly the documents, in their current versions and with the names and texts that it compared, that the
 * group can reach at this moment. The lock keeps the tree and the permissions as they are meanwhile.
 */
export function signOffCheck(ctx: Context, id: number): Promise<ExposureCheck> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { check, group } = await loadCheck(ctx, id, 'manage');
    if (check.signed_off_at !== null) throw new AppError('conflict', 'This check is signed off already.');
    if (check.state !== 'done') throw new AppError('conflict', 'This check is not finished.');
    await assertIsNewest(ctx, check);
    if (await hasSelectionChanged(ctx, check))
      throw new AppError(
        'conflict',
        'A selected draft has changed since the check, or is no draft any more. Check the drafts again.',
      );
    const documents = await assertCoversAll(ctx, check);
    const signed = { signed_off_by_id: ctx.actor.id, signed_off_at: ctx.now() };
    await setCheck(ctx.db, id, signed);
    await audit(ctx, {
      action: 'exposure.sign-off',
      object: { kind: 'group', id: group.id, name: group.name },
      details: { roomId: check.room_id, checkId: id, documents },
    });
    return presentCheck(ctx, { ...check, ...signed }, group);
  });
}

/**
 * Refuses while the group reads something that the check did not compare, or that is not decided. Returns how many documents there
 * are.
 */
async function assertCoversAll(ctx: Context, check: CheckRow): Promise<number> {
  const asMember = contextOfGroup(ctx, check);
  const reach = await createReach(ctx.db, viewsOf(asMember));
  const state = await readSignOffState(ctx.db, reach, check.id);
  const scope = await versionScopeOf(ctx, asMember, check);
  const uncovered = state.notCovered + (await countUncoveredVersions(ctx, check.id, scope));
  const names = await readNameState(ctx, reach, check);
  const undecided = state.undecided + names.undecided;
  const notLowered = state.notLowered + names.notLowered;
  const refusals: [isRefused: boolean, message: string][] = [
    [
      state.notIndexed > 0,
      `${state.notIndexed} of ${state.documents} documents are not indexed yet. The check cannot be signed off.`,
    ],
    [uncovered > 0, 'The documents of this group have changed since the check. Run it again.'],
    [state.notCompared > 0, 'Names or texts of documents have changed since the check. Run it again.'],
    [
      await haveSettingsChanged(ctx.db, check),
      'The names or test questions of the room have changed since the check. Run it again.',
    ],
    [
      names.notCovered > 0,
      'The names of folders or placeholders that this group reads have changed since the check. Run it again.',
    ],
    [undecided > 0, `${undecided} findings are not decided yet.`],
    [
      notLowered > 0,
      `${notLowered} findings are marked as lowered, but the group can still read them. Set the level to None, change the name, or accept them.`,
    ],
  ];
  const refusal = refusals.find(([isRefused]) => isRefused);
  if (refusal) throw new AppError('conflict', refusal[1]);
  return state.documents;
}

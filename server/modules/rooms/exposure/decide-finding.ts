import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { decideExposureFinding as contract } from '#shared/contracts/rooms/exposure/decisions.ts';
import { findFinding, setDecision } from './finding-queries.ts';
import { assertIsNewest, CHECK_NOT_FOUND, loadCheck } from './load-check.ts';

/** Records what is done about a finding, until the check is signed off or replaced. Returns the number of findings decided. */
export function decideFinding(
  ctx: Context,
  { id, findingId }: { id: number; findingId: number },
  { decision, reason, alsoSame }: BodyOf<typeof contract>,
): Promise<number> {
  return transaction(ctx, async (before) => {
    const ctx = { ...before, ...(await reloadUser(before)) };
    const { check, group } = await loadCheck(ctx, id, 'edit');
    const finding = await findFinding(ctx.db, id, findingId);
    if (!finding) throw new AppError('not-found', CHECK_NOT_FOUND);
    if (check.signed_off_at !== null)
      throw new AppError('conflict', 'This check is signed off. Run a new one to decide again.');
    await assertIsNewest(ctx, check);
    const decided = { decision, reason, decided_by_id: ctx.actor.id, decided_at: ctx.now() };
    const count = await setDecision(ctx.db, finding, decided, { alsoSame });
    const [file] = await loadVisibleFiles(ctx, [finding.file_id]);
    await audit(ctx, {
      action: 'exposure.decide',
      object: { kind: 'group', id: group.id, name: group.name },
      details: {
        checkId: id,
        findingId,
        ...(finding.folder_id === null
          ? { fileId: finding.file_id, fileName: file?.name ?? '' }
          : { folderId: finding.folder_id, folderName: finding.folder_name ?? '' }),
        kind: finding.kind,
        decision,
        reason,
        findings: count,
      },
    });
    return count;
  });
}

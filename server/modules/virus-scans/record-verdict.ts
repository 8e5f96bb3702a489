import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import type { Verdict } from '#server/engines/viruses/virus-scanner.ts';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { isWithheld, type ScanState } from '#shared/domain/scans/scan-states.ts';
import { listFilesWithContent, lockScanState, setScanResult } from './queries.ts';

type Files = Awaited<ReturnType<typeof listFilesWithContent>>;

/** Records what a scan found, inside a transaction, and what follows for every file with this content. */
export async function recordVerdict(
  ctx: Context,
  blobKey: string,
  verdict: Verdict | { readonly state: 'unscanned' },
): Promise<void> {
  const before = await lockScanState(ctx.db, blobKey);
  if (!before) return;
  const state = verdict.state === 'unscanned' ? null : verdict.state;
  const result =
    verdict.state === 'infected'
      ? verdict.signature
      : verdict.state === 'unscannable'
        ? verdict.reason
        : null;
  await setScanResult(ctx.db, blobKey, { state, result, at: state === null ? null : ctx.now() });
  if (state === before.scan_state) return;
  const files = await listFilesWithContent(ctx.db, blobKey);
  const action = auditActionOf(before.scan_state, state);
  if (action)
    for (const { id, name, version } of files)
      await audit(ctx, { action, object: { kind: 'file', id, name }, details: { version, result } });
  if (isWithheld(state)) await withhold(ctx, files, { blobKey, wasReadable: !isWithheld(before.scan_state) });
  else if (isWithheld(before.scan_state)) await release(ctx, files, blobKey);
}

/** A clean result is an audit event only after another one. */
function auditActionOf(before: ScanState, state: ScanState): AuditAction | undefined {
  if (state === 'infected') return 'file.virus-found';
  if (state === 'unscannable') return 'file.scan-failed';
  return before === 'infected' || before === 'unscannable' ? 'file.scan-cleared' : undefined;
}

/** Content that was withheld before is in no archive. */
async function withhold(
  ctx: Context,
  files: Files,
  { blobKey, wasReadable }: { blobKey: string; wasReadable: boolean },
): Promise<void> {
  if (files.length === 0) return;
  const fileIds = [...new Set(files.map(({ id }) => id))];
  await publish(ctx, 'files.changed', { fileIds });
  await publish(ctx, 'files.withheld', { fileIds, blobKey });
  if (wasReadable) await publish(ctx, 'room.archives_withheld', { fileIds });
}

/**
 * Has text extracted that was not before, or not completely: recognition ends while the file is withheld. Shows the index what was
 * extracted.
 */
async function release(ctx: Context, files: Files, blobKey: string): Promise<void> {
  const current = files.filter(({ is_current }) => is_current === 1);
  const unread = current.filter((file) => file.index_status === 'pending' || file.ocr_state === 'waiting');
  const read = current.filter(({ index_status }) => index_status !== 'pending');
  for (const { id, owner_id, sent_by } of unread)
    await publish(ctx, 'file.uploaded', { fileId: id, blobKey }, { ownerId: sent_by ?? owner_id });
  if (files.length > 0)
    await publish(ctx, 'room.archives_released', { fileIds: [...new Set(files.map(({ id }) => id))] });
  if (read.length > 0) await publish(ctx, 'files.changed', { fileIds: read.map(({ id }) => id) });
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { ExposureDraft, ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { listFindings } from './finding-queries.ts';
import { presentFindings } from './list-findings.ts';
import { loadCheck } from './load-check.ts';

const BATCH_SIZE = 100;
const COLUMNS = [
  'Kind',
  'Document',
  'Version',
  'Page',
  'Found',
  'Before',
  'After',
  'Question',
  'New',
  'Decision',
  'Reason',
  'Decided by',
  'Decided at (UTC)',
  'Folder or placeholder',
  'Draft',
];

const isInName = ({ fileId }: ExposureFinding): boolean => fileId === null;

const describeDraft = ({ kind, entryKind, name }: ExposureDraft): string =>
  `${kind === 'folder' || kind === 'file' ? `new ${kind}` : `${kind} of a ${entryKind}`} ${name ?? ''}`.trim();

const joinText = ({ before, found, after }: NonNullable<ExposureFinding['text']>) => before + found + after;

/** Exports the findings of a check as rows of a table, and records that. */
export async function exportFindings(
  ctx: Context,
  id: number,
): Promise<{ name: string; rows: AsyncIterable<(string | number)[][]> }> {
  const { group } = await loadCheck(ctx, id, 'view');
  await audit(ctx, {
    action: 'exposure.export',
    object: { kind: 'group', id: group.id, name: group.name },
    details: { checkId: id },
  });
  return { name: group.name, rows: listRows(ctx, id) };
}

async function* listRows(ctx: Context, id: number): AsyncGenerator<(string | number)[][]> {
  yield [COLUMNS];
  for (let cursor = 0; ; ) {
    const rows = (await listFindings(ctx.db, id, {}, { limit: BATCH_SIZE, cursor })).slice(0, BATCH_SIZE);
    if (rows.length === 0) return;
    const findings = await presentFindings(ctx, rows);
    yield findings.map((finding) => [
      finding.kind,
      finding.fileName ?? '',
      isInName(finding) ? '' : finding.version,
      finding.page ?? '',
      finding.text?.found ?? '',
      finding.text?.before ?? '',
      finding.text?.after ?? '',
      finding.question ?? '',
      finding.isNew ? 'yes' : 'no',
      finding.decision ?? '',
      finding.reason ?? '',
      finding.decidedBy ?? '',
      finding.decidedAt ?? '',
      isInName(finding) && finding.text ? joinText(finding.text) : '',
      finding.draft ? describeDraft(finding.draft) : '',
    ]);
    cursor = rows.at(-1)?.id ?? cursor;
  }
}

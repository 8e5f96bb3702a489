import { useState } from 'react';
import type { BulkImport, ImportProblem, ImportProblemKind } from '#shared/contracts/imports/imports.ts';
import { formatSize } from '#shared/domain/format.ts';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { DialogActions } from '#web/ui/overlays/dialog.tsx';

const KINDS: Readonly<Record<ImportProblemKind, string>> = {
  'left-out': 'Left out',
  missing: 'Missing',
  extra: 'Not in the manifest',
  duplicate: 'Duplicates',
  unreadable: 'Unreadable',
  'password-protected': 'Password-protected',
  'no-text': 'Without text',
  name: 'Similar or reserved names',
  manifest: 'Manifest',
};

const KIND_ORDER = Object.keys(KINDS) as ImportProblemKind[]; // the keys of this very object

const VALUES: readonly ColumnValue<ImportProblem>[] = [
  ['Kind', ({ kind }) => KINDS[kind]],
  ['Path', ({ path }) => path],
  ['Reason', ({ reason }) => reason],
];

interface ImportReportViewProps {
  bulkImport: BulkImport;
  onApply: () => void;
  onDiscard: () => void;
}

/** The result of a check: what will be added, and what deserves a look before. */
export function ImportReportView({ bulkImport, onApply, onDiscard }: ImportReportViewProps) {
  const { report, error } = bulkImport;
  const [kind, setKind] = useState<ImportProblemKind | null>(null);
  if (!report) return null;
  const { files, folders, bytes, counts, problems } = report;
  const kinds = KIND_ORDER.filter((each) => counts[each] !== undefined);
  const shown = problems.filter((problem) => kind === null || problem.kind === kind);
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <Notice tone="danger" urgent>
          {error}
        </Notice>
      )}
      <dl className="grid grid-cols-3 gap-3 rounded-md border border-line p-3">
        <Figure label="Files" value={files.toLocaleString('en-US')} />
        <Figure label="Folders" value={folders.toLocaleString('en-US')} />
        <Figure label="Size" value={formatSize(bytes)} />
      </dl>
      {kinds.length === 0 ? (
        <Notice tone="info">No problems were found.</Notice>
      ) : (
        <section aria-label="Problems" className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-1.5">
            <KindButton label="All" isOn={kind === null} onClick={() => setKind(null)} />
            {kinds.map((each) => (
              <KindButton
                key={each}
                label={`${KINDS[each]} (${counts[each]})`}
                isOn={kind === each}
                onClick={() => setKind(each)}
              />
            ))}
          </div>
          <ProblemList problems={shown} />
          <div className="self-end">
            <ExportCsv size="small" name="import problems" columns={[{ values: VALUES }]} rows={shown} />
          </div>
          {problems.length >= 1_000 && (
            <p className="text-ink-muted text-xs">The first 1,000 problems are listed.</p>
          )}
        </section>
      )}
      <DialogActions>
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" disabled={files + folders === 0} onClick={onApply}>
          {error === null ? 'Apply' : 'Apply Again'}
        </Button>
      </DialogActions>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value}</dd>
    </div>
  );
}

function KindButton({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <Button size="small" variant={isOn ? 'primary' : 'secondary'} aria-pressed={isOn} onClick={onClick}>
      {label}
    </Button>
  );
}

function ProblemList({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <ul
      aria-label="Problems found"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-md border border-line"
    >
      {problems.map(({ kind, path, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path can have several problems, and rows hold no state
        <li key={index} className="flex flex-col border-line border-b px-3 py-1.5 last:border-b-0">
          <span className="break-words">{path}</span>
          <span className={kind === 'left-out' ? 'text-danger-ink text-xs' : 'text-ink-muted text-xs'}>
            {KINDS[kind]}: {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ScannerStatus, WithheldFile } from '#shared/contracts/virus-scans/virus-scans.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { useFile } from '#web/features/files/api.ts';
import { DeleteFileDialog } from '#web/features/files/dialogs/delete-files-dialog.tsx';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';

const KEY = ['withheld-files'] as const;

const describeVersion = ({ number, scan, result }: WithheldFile['versions'][number]): string =>
  `Version ${number}: ${scan}${result === null ? '' : `, ${result}`}`;

const EXPORTED: readonly { values: readonly ColumnValue<WithheldFile>[] }[] = [
  {
    values: [
      ['Name', ({ name }) => name],
      ['Owner', ({ ownerName }) => ownerName],
      ['Versions', ({ versions }) => versions.map(describeVersion).join('; ')],
    ],
  },
];

/** Lists files in which a virus was found, or that could not be scanned, for administrators. */
export function WithheldFiles() {
  const status = useQuery({
    queryKey: [...KEY, 'scanner'],
    queryFn: ({ signal }) => call('GET /api/admin/virus-scanner', {}, signal),
  });
  const list = usePaginatedCall(KEY, 'GET /api/admin/withheld-files', { limit: '100' });
  const [deleting, setDeleting] = useState<number | null>(null);
  const error = list.error ?? status.error;
  if (error && !(list.data && status.data))
    return (
      <LoadError
        error={error}
        onRetry={() => {
          void status.refetch();
          void list.refetch();
        }}
      />
    );
  if (!list.data || !status.data) return <ListSkeleton />;
  const files = list.data.pages.flatMap(({ result }) => result);
  return (
    <div className="flex flex-col gap-3">
      <ScannerNotice status={status.data} />
      {files.length > 0 && (
        <div className="flex justify-end">
          <ExportCsv
            name="withheld files"
            columns={EXPORTED}
            rows={list.hasNextPage ? list.fetchAll : files}
          />
        </div>
      )}
      <Card>
        {files.length > 0 ? (
          <ul aria-label="Withheld files" className="divide-y divide-line">
            {files.map((file) => (
              <WithheldRow key={file.id} file={file} onDelete={() => setDeleting(file.id)} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={ShieldCheck}
            title={status.data.state === 'off' ? 'Files are not scanned for viruses' : 'No withheld files'}
            description={
              status.data.state === 'off'
                ? 'The server has no virus scanner. The setting CLAMD_SOCKET connects one.'
                : 'No virus was found, and every file could be scanned.'
            }
          />
        )}
      </Card>
      <ShowMore list={list} />
      {deleting !== null && <DeleteWithheldFile id={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function ScannerNotice({ status: { state, waiting, waitingSince } }: { status: ScannerStatus }) {
  const since = waitingSince === null ? '' : ` since ${formatDateTime(waitingSince)}`;
  const files = waiting === 1 ? '1 file waits' : `${waiting} files wait`;
  if (state === 'unavailable')
    return (
      <Notice tone="warning">
        The virus scanner does not answer. {waiting > 0 && `${files} for it${since}, and cannot be opened.`}
      </Notice>
    );
  return waiting > 0 ? (
    <Notice tone="info">
      {files} for a virus scan{since}.
    </Notice>
  ) : null;
}

function WithheldRow({ file, onDelete }: { file: WithheldFile; onDelete: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={`/file/${file.id}`} className="break-words rounded-sm font-medium hover:underline">
          {file.name}
        </Link>
        <p className="text-ink-muted text-xs">{file.ownerName}</p>
        <ul className="mt-1 flex flex-col gap-1">
          {file.versions.map(({ number, scan, result, scannedAt }) => (
            <li key={number} className="flex flex-wrap items-center gap-x-2 text-xs">
              <Badge tone={scan === 'infected' ? 'danger' : 'warning'}>
                {scan === 'infected' ? 'Infected' : 'Not scanned'}
              </Badge>
              <span>Version {number}</span>
              <span className="break-all">{result}</span>
              {scannedAt !== null && <span className="text-ink-muted">{formatDateTime(scannedAt)}</span>}
            </li>
          ))}
        </ul>
      </div>
      <Button size="small" onClick={onDelete} aria-label={`Delete ${file.name}`}>
        Delete
      </Button>
    </li>
  );
}

function DeleteWithheldFile({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const { data: file, error } = useFile(id);
  const refresh = () => void client.invalidateQueries({ queryKey: KEY });
  if (error && !file)
    return (
      <LoadError
        error={error}
        onRetry={() => {
          refresh();
          onClose();
        }}
      />
    );
  if (!file) return null;
  return <DeleteFileDialog file={file} onClose={onClose} onDeleted={refresh} />;
}

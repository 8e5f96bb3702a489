import FileUp from 'lucide-react/icons/file-up';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { type TableReport, useRequestChanges } from './api.ts';

/** Imports an XLSX or CSV list and says which rows were left out. */
export function ImportRequests({ roomId }: { roomId: number }) {
  const { importTable } = useRequestChanges(roomId);
  const [report, setReport] = useState<TableReport | null>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={FileUp} busy={importTable.isPending} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Import requests"
        accept=".xlsx,.csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) importTable.mutate(file, { onSuccess: setReport });
          // Lets the same file be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
      {report && <ReportDialog report={report} onClose={() => setReport(null)} />}
    </>
  );
}

function ReportDialog({
  report: { created, problems },
  onClose,
}: {
  report: TableReport;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Import of Requests">
      <p role="status">
        {created === 1 ? '1 request was' : `${created} requests were`} added
        {problems.length > 0 &&
          `, ${problems.length === 1 ? '1 row was' : `${problems.length} rows were`} left out`}
        .
      </p>
      {problems.length > 0 && (
        <ul
          aria-label="Rows left out"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
          tabIndex={0}
          className="mt-3 max-h-60 overflow-y-auto rounded-md border border-line"
        >
          {problems.map(({ line, reason }) => (
            <li key={line} className="border-line border-b px-3 py-1.5 last:border-b-0">
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

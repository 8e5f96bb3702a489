import { useEffect, useEffectEvent } from 'react';
import { countOf } from '#shared/domain/format.ts';
import type { CollectedFiles } from '#web/features/uploads/collect-files.ts';
import { FilePicker } from '#web/features/uploads/file-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { type LossQuestion, useLossQuestion } from '#web/ui/overlays/unsaved.ts';
import { ImportReportView } from './import-report.tsx';
import { OpenImports } from './open-imports.tsx';
import type { Source } from './send-sources.ts';
import { type ImportControls, useImport } from './use-import.ts';

interface ImportDialogProps {
  folderId: number;
  folderName: string;
  /** An archive that was chosen already, to unpack it at once. */
  archive?: File | undefined;
  onClose: () => void;
}

/** Imports a ZIP or a folder in steps: choose, upload and check, report, apply. */
export function ImportDialog({ folderId, folderName, archive, onClose }: ImportDialogProps) {
  const controls = useImport(folderId);
  const { step, start, discard } = controls;
  const startArchive = useEffectEvent(() => archive && start([{ path: archive.name, file: archive }]));
  useEffect(() => {
    if (archive) startArchive();
  }, [archive]);
  const close = () => {
    const isApplying = step.kind === 'working' && step.bulkImport.state === 'applying';
    if (step.kind !== 'done' && !isApplying) discard();
    onClose();
  };
  return (
    <Dialog
      open
      wide={step.kind === 'report'}
      onOpenChange={(open) => !open && close()}
      title="Import"
      description={`Into “${folderName}”. Nothing is added before you have seen the report.`}
    >
      <ImportStepView {...{ controls, folderId }} onClose={close} />
    </Dialog>
  );
}

/** A folder keeps its name in each path; archives and the manifest have none. */
const sourcesOf = ({ files }: CollectedFiles): Source[] =>
  files.map(({ path, file }) => ({ path: [...path, file.name].join('/'), file }));

interface ImportStepProps {
  controls: ImportControls;
  folderId: number;
  onClose: () => void;
}

const DISCARD_IMPORT: LossQuestion = {
  title: 'Discard Import',
  description: 'What was uploaded for it is removed. Nothing has been added yet.',
  confirmLabel: 'Discard',
};

/** Returns the question before the dialog closes, which discards an import that is not applied. */
function questionOf(step: ImportControls['step']): LossQuestion | null {
  if (step.kind === 'working') return step.bulkImport.state === 'applying' ? null : DISCARD_IMPORT;
  return step.kind === 'sending' || step.kind === 'report' ? DISCARD_IMPORT : null;
}

function ImportStepView({ controls, folderId, onClose }: ImportStepProps) {
  const { step, start, resume, apply } = controls;
  useLossQuestion(questionOf(step));
  switch (step.kind) {
    case 'choose':
      return (
        <div className="flex flex-col gap-4">
          {step.error !== undefined && (
            <Notice tone="danger" urgent>
              {step.error}
            </Notice>
          )}
          <FilePicker
            disabled={false}
            accept=".zip,.csv,.xlsx"
            filesLabel="Choose a ZIP"
            onSelect={(found) => found.files.length > 0 && start(sourcesOf(found))}
            hint="A ZIP is unpacked. Add its index sheet (XLSX or CSV with paths, numbers, names and hashes) to have it compared and ordered."
          />
          <OpenImports folderId={folderId} onResume={resume} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </div>
      );
    case 'sending':
      return <Working label="Uploading" value={step.fraction} onCancel={onClose} />;
    case 'working': {
      const isApplying = step.bulkImport.state === 'applying';
      const label = isApplying ? 'Adding the files' : 'Unpacking and checking';
      const { progress } = step.bulkImport;
      return (
        <Working
          label={label}
          value={progress === 0 ? null : progress}
          isUnanswered={step.isUnanswered}
          {...(isApplying ? {} : { onCancel: onClose })}
        />
      );
    }
    case 'report':
      return <ImportReportView bulkImport={step.bulkImport} onApply={apply} onDiscard={onClose} />;
    case 'done':
      return (
        <div role="status">
          <p>{describeResult(step.bulkImport.report)}</p>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </div>
      );
  }
}

function describeResult(report: { files: number; folders: number } | null): string {
  const { files = 0, folders = 0 } = report ?? {};
  const folderText = folders === 0 ? '' : ` in ${countOf(folders, 'folder')}`;
  return `${countOf(files, 'file was', 'files were')} imported${folderText}.`;
}

interface WorkingProps {
  label: string;
  value: number | null;
  isUnanswered?: boolean;
  onCancel?: () => void;
}

function Working({ label, value, isUnanswered = false, onCancel }: WorkingProps) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status">{label}…</p>
      <ProgressBar label={label} value={value} />
      {isUnanswered && (
        <p role="alert" className="text-danger-ink text-xs">
          The server does not answer. Trying again…
        </p>
      )}
      {onCancel && (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
        </DialogActions>
      )}
    </div>
  );
}

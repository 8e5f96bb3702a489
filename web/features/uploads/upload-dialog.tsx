import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useLossQuestion } from '#web/ui/overlays/unsaved.ts';
import { removeUploads } from './add-uploads.ts';
import { DestinationField } from './destination-field.tsx';
import { FilePicker } from './file-picker.tsx';
import { type PlannedUpload, sortPlanned } from './plan-uploads.ts';
import { useSameNamesOfForm } from './same-names/same-name-question.ts';
import { SelectedFiles } from './selected-files.tsx';
import { isBusy, summarize, type UploadQueue } from './upload-queue.ts';
import { useAddUploads, usePlanUploads, useUploads } from './use-uploads.ts';

const DISCARD_FILES = {
  title: 'Discard Files',
  description: 'The selected files have not been uploaded.',
  confirmLabel: 'Discard',
};

interface UploadDialogProps {
  /** Initial destination; `null` is the root. */
  folderId: number | null;
  onClose: () => void;
  /** Unpacks an archive into the folder instead of uploading it. */
  onUnpack?: ((archive: File) => void) | undefined;
}

/**
 * Selects files and starts uploads. Closing the dialog does not stop them; the upload panel shows their progress.
 */
export function UploadDialog({ folderId, onClose, onUnpack }: UploadDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Upload Documents">
      <UploadForm {...{ folderId, onClose, onUnpack }} />
    </Dialog>
  );
}

function UploadForm({ folderId: initialFolderId, onClose, onUnpack }: UploadDialogProps) {
  const [planned, setPlanned] = useState<readonly PlannedUpload[]>([]);
  const [folderId, setFolderId] = useState(initialFolderId);
  const [allowDownload, setAllowDownload] = useState(true);
  const limit = usePublicSettings()?.maxUploadSizeMB;
  const plan = usePlanUploads();
  const { uploads, isUploading, start } = useStartedUploads(onClose);
  const { resolveNames, isResolving, question } = useSameNamesOfForm();
  const disabled = isUploading || isResolving;
  useLossQuestion(planned.length > 0 && !isUploading ? DISCARD_FILES : null);

  const upload = async () => {
    const resolved = await resolveNames(planned, folderId);
    if (resolved?.length === 0) onClose();
    else if (resolved) start(resolved, { folderId, allowDownload });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (planned.length > 0) return void upload();
    toast({ title: 'No file selected', description: NO_FILE_SELECTED, variant: 'destructive' });
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FilePicker
        disabled={disabled}
        onSelect={(found) => setPlanned(sortPlanned([...planned, ...plan(found)]))}
        hint={`Supported formats: PDF, DOCX, XLSX, TXT, PPTX${limit === undefined ? '' : ` (Max ${limit}MB)`}`}
      />
      {planned.length > 0 && !isUploading && (
        <SelectedFiles
          {...{ planned, disabled }}
          onUnpack={folderId === initialFolderId ? onUnpack : undefined}
          onRemove={(index) => setPlanned(planned.filter((_, each) => each !== index))}
        />
      )}
      {isUploading && (
        <UploadProgress
          uploads={uploads}
          name={planned.length === 1 ? planned[0]?.name : `${planned.length} files`}
        />
      )}
      <DestinationField value={folderId} onChange={setFolderId} disabled={disabled} />
      <Checkbox
        label="Allow downloading: Visitors will be able to download this file"
        checked={allowDownload}
        disabled={disabled}
        onChange={(event) => setAllowDownload(event.currentTarget.checked)}
      />
      <DialogActions>
        <Button onClick={onClose}>{isUploading ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" busy={disabled}>
          {isUploading ? 'Uploading...' : 'Upload'}
        </Button>
      </DialogActions>
      {question}
    </form>
  );
}

function UploadProgress({ uploads, name }: { uploads: UploadQueue; name: string | undefined }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-muted">{name}</p>
      <ProgressBar label="Upload" value={summarize(uploads).fraction} />
      {uploads.some(({ state }) => state.kind === 'offline') && (
        <p className="text-ink-muted">Waiting for the connection</p>
      )}
    </div>
  );
}

const NONE_STARTED = { ids: [], planned: [] };

/** Starts planned uploads and runs `onEnd` when all have ended, except after a single failed file. */
function useStartedUploads(onEnd: () => void) {
  const [{ ids, planned }, setStarted] = useState<{
    ids: readonly number[];
    planned: readonly PlannedUpload[];
  }>(NONE_STARTED);
  const addUploads = useAddUploads();
  const uploads = useUploads().filter(({ id }) => ids.includes(id));
  const isUploading = isBusy(uploads);

  const handleEnd = useEffectEvent(() => {
    const hasFailed = uploads.some(({ state }) => state.kind === 'failed');
    // Keeps a single failed file selected. Several failed files stay in the upload panel, which can retry them
    // without creating their folders again.
    if (hasFailed && planned.length === 1 && planned[0]?.path.length === 0) {
      removeUploads(new Set(ids));
      setStarted(NONE_STARTED);
    } else onEnd();
  });
  useEffect(() => {
    if (ids.length > 0 && !isUploading) handleEnd();
  }, [ids, isUploading]);
  const start = (planned: readonly PlannedUpload[], options: Parameters<typeof addUploads>[1]) =>
    setStarted({ ids: addUploads(planned, options), planned });
  return { uploads, isUploading, start };
}

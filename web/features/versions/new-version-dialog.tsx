import FileUp from 'lucide-react/icons/file-up';
import { type FormEvent, useRef, useState } from 'react';
import type { File as StoredFile } from '#shared/contracts/files.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { formatSize } from '#shared/domain/format.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { useFileDrop } from '#web/features/uploads/use-file-drop.ts';
import { useAddUploads, usePlanUploads } from '#web/features/uploads/use-uploads.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';

interface NewVersionDialogProps {
  file: StoredFile;
  /** The file that was dropped on the other one. */
  dropped?: File;
  /** Uploads it beside the other in place of replacing that. */
  onAddAsNew?: () => void;
  onClose: () => void;
}

/** Selects a file that replaces the content of another one. The upload runs in the background. */
export function NewVersionDialog({ file, dropped, onAddAsNew, onClose }: NewVersionDialogProps) {
  const [picked, setPicked] = useState<File | null>(dropped ?? null);
  const [note, setNote] = useState('');
  useKeptInput({
    form: `version-${file.id}`,
    read: () => note.trim() || undefined,
    restore: (input) => typeof input === 'string' && setNote(input),
  });
  const [isDraft, setDraft] = useState(false);
  // A version of a file that nobody but the staff sees needs not be a draft.
  const mayBeDraft = file.isInRoom === true && file.publishedAt !== null;
  const [isMissing, setMissing] = useState(false);
  const upload = useUploadVersion(file);
  const pick = (chosen: File | undefined) => {
    if (chosen) setPicked(chosen);
    setMissing(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!picked) return setMissing(true);
    upload(picked, { note: note.trim(), draft: mayBeDraft && isDraft });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Upload New Version"
      description={<span className="wrap-anywhere">Replaces the content of {file.name}.</span>}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <LossGuard isLost={picked !== (dropped ?? null) || note !== ''} />
        <VersionPicker picked={picked} onPick={pick} />
        {isMissing && (
          <Notice tone="danger" urgent>
            {NO_FILE_SELECTED}
          </Notice>
        )}
        {picked && <TypeChange from={file.name} to={picked.name} />}
        <TextField
          label="Note (optional)"
          hint="What is different? Shown to those who see all versions."
          autoComplete="off"
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {mayBeDraft && <DraftSwitch isDraft={isDraft} onChange={setDraft} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {onAddAsNew && <Button onClick={onAddAsNew}>Add as New File</Button>}
          <Button type="submit" variant="primary">
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function DraftSwitch({ isDraft, onChange }: { isDraft: boolean; onChange: (isDraft: boolean) => void }) {
  return (
    <Switch
      label="Publish later"
      hint="A draft for the staff, until the drafts of the room are published. Readers keep the current version."
      checked={isDraft}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

function useUploadVersion({ id, folderId, allowDownload }: StoredFile) {
  const addUploads = useAddUploads();
  const plan = usePlanUploads();
  return (content: File, details: { note: string; draft: boolean }) => {
    const planned = plan({ folders: [], files: [{ path: [], file: content }], unreadable: [] });
    const replaces = { fileId: id, ...details };
    addUploads(
      planned.map((each) => ({ ...each, replaces })),
      { folderId, allowDownload },
    );
  };
}

function TypeChange({ from, to }: { from: string; to: string }) {
  const [before, after] = [fileExtension(from), fileExtension(to)];
  if (after === '' || before === after) return null;
  return (
    <Notice tone="warning">
      The type changes from {before.toUpperCase() || 'none'} to {after.toUpperCase()}.
    </Notice>
  );
}

/** Chooses one file through the browser's picker or by a drop anywhere in the window. */
function VersionPicker({
  picked,
  onPick,
}: {
  picked: File | null;
  onPick: (file: File | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(
    () => true,
    (found) => onPick(found.files[0]?.file),
  );
  return (
    <div
      className={`flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center ${
        isOver ? 'border-accent-ink bg-selected' : 'border-line-strong bg-sunken'
      }`}
    >
      {picked ? (
        <p className="flex max-w-full items-center gap-2">
          <FileIcon name={picked.name} />
          <span className="min-w-0 truncate font-medium" title={picked.name}>
            {picked.name}
          </span>
          <span className="shrink-0 text-ink-muted">{formatSize(picked.size)}</span>
        </p>
      ) : (
        <p>Drag a file here, or choose it</p>
      )}
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {picked ? 'Choose Another File' : 'Choose File'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Choose File"
        onChange={({ currentTarget }) => {
          onPick(currentTarget.files?.[0]);
          // Lets the same file be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

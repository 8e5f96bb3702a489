import { clsx } from 'clsx';
import { useRef } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { type CollectedFiles, collectPickedFiles } from './collect-files.ts';
import { useFileDrop } from './use-file-drop.ts';

const ACCEPTED_EXTENSIONS = '.pdf,.doc,.docx,.xls,.xlsx,.txt,.ppt,.pptx,.zip';

interface FilePickerProps {
  onSelect: (found: CollectedFiles) => void;
  disabled: boolean;
  hint: string;
  /** The extensions that the picker of files offers. */
  accept?: string;
  filesLabel?: string;
}

/** Selects files and folders through the browser's pickers or by a drop anywhere in the window. */
export function FilePicker({
  onSelect,
  disabled,
  hint,
  accept = ACCEPTED_EXTENSIONS,
  filesLabel = 'Choose Files',
}: FilePickerProps) {
  const isOver = useFileDrop(() => !disabled || null, onSelect);
  return (
    <div
      className={clsx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center transition-colors',
        isOver ? 'border-accent-ink bg-selected' : 'border-line-strong bg-sunken',
      )}
    >
      <p>{isOver ? 'Drop files to add them' : 'Drag files or folders here, or choose them'}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <PickerButton label={filesLabel} {...{ accept, onSelect, disabled }} />
        <PickerButton label="Choose a Folder" {...{ onSelect, disabled }} />
      </div>
      <p className="text-ink-muted text-xs">{hint}</p>
    </div>
  );
}

interface PickerButtonProps extends Pick<FilePickerProps, 'onSelect' | 'disabled'> {
  label: string;
  /** The extensions of files; absent for a folder. */
  accept?: string;
}

function PickerButton({ label, accept, onSelect, disabled }: PickerButtonProps) {
  const input = useRef<HTMLInputElement | null>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={accept}
        disabled={disabled}
        ref={(element) => {
          // React does not support this attribute.
          if (element) element.webkitdirectory = accept === undefined;
          input.current = element;
        }}
        onChange={({ currentTarget }) => {
          onSelect(collectPickedFiles(currentTarget.files ?? []));
          // Lets the same file be chosen again after it was removed or changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

import X from 'lucide-react/icons/x';
import { formatSize } from '#shared/domain/format.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import type { PlannedUpload } from './plan-uploads.ts';

/** Maximum number of rows; the rest is counted. */
const MAX_SHOWN = 50;

interface SelectedFilesProps {
  planned: readonly PlannedUpload[];
  disabled: boolean;
  onRemove: (index: number) => void;
  /** Absent where archives cannot be unpacked. */
  onUnpack: ((archive: File) => void) | undefined;
}

/** Lists the selected files with a remove button and the reason of rejected ones. */
export function SelectedFiles({ planned, disabled, onRemove, onUnpack }: SelectedFilesProps) {
  return (
    <ul aria-label="Selected files" className="max-h-44 overflow-y-auto rounded-md border border-line">
      {planned.slice(0, MAX_SHOWN).map(({ name, file, rejection }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and rows hold no state
        <li key={index} className="flex items-center gap-2.5 border-line border-b px-3 py-1 last:border-b-0">
          <FileIcon name={name} />
          <div className="min-w-0 flex-1">
            <p className="truncate" title={name}>
              {name}
            </p>
            <p className={rejection === null ? 'text-ink-muted text-xs' : 'text-danger-ink text-xs'}>
              {rejection ?? (file ? formatSize(file.size) : 'Empty folder')}
            </p>
          </div>
          {onUnpack && file && /\.zip$/i.test(name) && (
            <Button
              size="small"
              aria-label={`Unpack ${name}`}
              disabled={disabled}
              onClick={() => onUnpack(file)}
            >
              Unpack
            </Button>
          )}
          <IconButton
            icon={X}
            label={`Remove ${name}`}
            size="small"
            disabled={disabled}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
      {planned.length > MAX_SHOWN && (
        <li className="px-3 py-2 text-ink-muted">and {planned.length - MAX_SHOWN} more</li>
      )}
    </ul>
  );
}

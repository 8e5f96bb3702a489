import X from 'lucide-react/icons/x';
import { formatSize } from '#shared/domain/format.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { PlannedUpload } from './plan-uploads.ts';

/** More than one goes through one by one; the rest is counted. */
const MOST_SHOWN = 50;

interface PickedFilesProps {
  planned: readonly PlannedUpload[];
  onRemove: (index: number) => void;
}

/** What is about to be uploaded, each with a way out again and with what stands in its way. */
export function PickedFiles({ planned, onRemove }: PickedFilesProps) {
  return (
    <ul aria-label="Selected files" className="max-h-44 overflow-y-auto rounded-md border border-line">
      {planned.slice(0, MOST_SHOWN).map(({ name, file, refusal }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and rows hold no state
        <li key={index} className="flex items-center gap-2.5 border-line border-b px-3 py-1 last:border-b-0">
          <FileIcon name={name} />
          <div className="min-w-0 flex-1">
            <p className="truncate" title={name}>
              {name}
            </p>
            <p className={refusal === null ? 'text-ink-muted text-xs' : 'text-danger-ink text-xs'}>
              {refusal ?? (file ? formatSize(file.size) : 'Empty folder')}
            </p>
          </div>
          <IconButton icon={X} label={`Remove ${name}`} size="small" onClick={() => onRemove(index)} />
        </li>
      ))}
      {planned.length > MOST_SHOWN && (
        <li className="px-3 py-2 text-ink-muted">and {planned.length - MOST_SHOWN} more</li>
      )}
    </ul>
  );
}

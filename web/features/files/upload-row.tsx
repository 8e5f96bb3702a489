import CircleCheck from 'lucide-react/icons/circle-check';
import Folder from 'lucide-react/icons/folder';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { fileTypeOf } from '#shared/domain/file-kind.ts';
import { formatSize } from '#shared/domain/format.ts';
import { FileIcon } from '#web/ui/file-icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { canRetry, type Upload } from './upload-queue.ts';
import { removeUploads, retryUploads } from './uploads.ts';

export function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, isFolder, size, state } = upload;
  const remove = () => removeUploads(new Set([id]));
  return (
    <div className="flex items-center gap-2.5">
      {isFolder ? (
        <Folder size={16} className="shrink-0 text-ink-muted" />
      ) : (
        <FileIcon fileType={fileTypeOf(name)} />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        {state.kind === 'sending' && (
          <div className="py-1">
            <ProgressBar label={`Upload of ${name}`} value={size === 0 ? null : state.sentBytes / size} />
          </div>
        )}
        {state.kind === 'waiting' && <p className="text-ink-muted text-xs">Waiting</p>}
        {state.kind === 'done' && (
          <p className="text-ink-muted text-xs">{isFolder ? 'Folder created' : formatSize(size)}</p>
        )}
        {state.kind === 'failed' && <p className="text-danger-ink text-xs">{state.reason}</p>}
      </div>
      {state.kind === 'done' && (
        <CircleCheck size={16} className="shrink-0 text-success-ink" aria-label="Uploaded" />
      )}
      {canRetry(upload) && (
        <IconButton icon={RotateCw} label={`Retry ${name}`} size="small" onClick={() => retryUploads(id)} />
      )}
      {state.kind === 'failed' && (
        <IconButton icon={X} label={`Remove ${name}`} size="small" onClick={remove} />
      )}
      {(state.kind === 'sending' || state.kind === 'waiting') && (
        <IconButton icon={X} label={`Cancel ${name}`} size="small" onClick={remove} />
      )}
    </div>
  );
}

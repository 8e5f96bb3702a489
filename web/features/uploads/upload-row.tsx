import CircleCheck from 'lucide-react/icons/circle-check';
import Folder from 'lucide-react/icons/folder';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { formatSize } from '#shared/domain/format.ts';
import { FOLDER_CREATED } from '#web/features/folders/api.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { canRetry, getSentBytes, isInProgress, type Upload } from './upload-queue.ts';
import { pauseUpload, removeUploads, resumeUpload, retryUploads } from './use-uploads.ts';

export function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, isFolder, size, canPause, state } = upload;
  const remove = () => removeUploads(new Set([id]));
  return (
    <div className="flex items-center gap-2.5">
      {isFolder ? <Folder size={16} className="shrink-0 text-ink-muted" /> : <FileIcon name={name} />}
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        {(isInProgress(upload) || state.kind === 'paused') && (
          <div className="py-1">
            <ProgressBar
              label={`Upload of ${name}`}
              value={size === 0 ? null : getSentBytes(upload) / size}
            />
          </div>
        )}
        {state.kind === 'offline' && <p className="text-ink-muted text-xs">Waiting for the connection</p>}
        {state.kind === 'paused' && <p className="text-ink-muted text-xs">Paused</p>}
        {state.kind === 'waiting' && <p className="text-ink-muted text-xs">Waiting</p>}
        {state.kind === 'done' && (
          <p className="text-ink-muted text-xs">{isFolder ? FOLDER_CREATED : formatSize(size)}</p>
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
      {canPause && isInProgress(upload) && (
        <IconButton icon={Pause} label={`Pause ${name}`} size="small" onClick={() => pauseUpload(id)} />
      )}
      {state.kind === 'paused' && (
        <IconButton icon={Play} label={`Resume ${name}`} size="small" onClick={() => resumeUpload(id)} />
      )}
      {(isInProgress(upload) || state.kind === 'paused' || state.kind === 'waiting') && (
        <IconButton icon={X} label={`Cancel ${name}`} size="small" onClick={remove} />
      )}
    </div>
  );
}

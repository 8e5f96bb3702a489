import Maximize2 from 'lucide-react/icons/maximize-2';
import { useEffect, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import { useFile } from '#web/features/files/api.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { describeAccessError } from '../access-error.ts';
import { buildFilePath, type Passage } from '../passage.ts';
import { Viewer } from '../viewer.tsx';

/** Minimum time of the loading screen, before the viewer shows its own. */
const MIN_SPINNER_MS = 500;
const PREVIEWABLE_KINDS = new Set(['pdf', 'docx', 'pptx', 'office', 'sheet']);

interface PreviewDialogProps {
  file: File;
  passage?: Passage;
  onClose: () => void;
}

/** Shows a PDF or Office file in a dialog over its list. */
export function PreviewDialog({ file, passage = {}, onClose }: PreviewDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={file.name} wide>
      <div className="flex min-h-[60dvh] flex-col gap-3">
        <Preview {...{ file, passage }} />
      </div>
      <DialogActions>
        <ButtonLink href={buildFilePath(file.id, passage)} icon={Maximize2}>
          Full View
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

function Preview({ file, passage }: { file: File; passage: Passage }) {
  const { data, error, refetch, isPlaceholderData } = useFile(file.id);
  const isLoaded = data !== undefined && !isPlaceholderData;
  const [isWaiting, setWaiting] = useState(true);

  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setWaiting(false), MIN_SPINNER_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);

  if (error && !data)
    return (
      <Notice
        tone="danger"
        action={!isRefusal(error) && <Button onClick={() => void refetch()}>Try Again</Button>}
      >
        {describePreviewError(error)}
      </Notice>
    );
  if (!isLoaded || isWaiting) return <Loading message="Loading preview" />;
  if (PREVIEWABLE_KINDS.has(getViewerKind(data.name)))
    return <Viewer key={contentId(data)} file={data} passage={passage} />;
  return (
    <Notice tone="info">
      This file type cannot be previewed directly in this view. Please use the Full View option for a better
      experience.
    </Notice>
  );
}

const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

function describePreviewError(error: Error): string {
  const status = error instanceof ApiError ? error.status : undefined;
  return status === 404 ? PREVIEW_NOT_FOUND : describeAccessError(status);
}

import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { useDownloadFile } from '#web/features/files/download-file.ts';
import type { DocumentError } from '#web/lib/documents/frame-messages.ts';
import { VIEWER_NOT_LOADED } from '#web/lib/documents/viewer-not-loaded.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describeAccessError } from './access-error.ts';

const ERROR_MESSAGES: Record<DocumentError, string> = {
  damaged: 'This file is damaged, or its content does not match its extension. Download it to open it.',
  protected: 'This file is password-protected; download it to open it.',
  empty: 'This file is empty.',
  'too-large': 'This file is too large to show here. Download it to open it.',
};

/** Explains why a file cannot be displayed and offers the download. */
export function DocumentErrorNotice({ file, failure }: { file: File; failure: DocumentError }) {
  return (
    <DownloadInsteadNotice file={file} tone={failure === 'damaged' ? 'danger' : 'info'}>
      {ERROR_MESSAGES[failure]}
    </DownloadInsteadNotice>
  );
}

interface DownloadInsteadNoticeProps {
  file: File;
  tone: 'danger' | 'info';
  children: ReactNode;
}

export function DownloadInsteadNotice({ file, tone, children }: DownloadInsteadNoticeProps) {
  const download = useDownloadFile();
  return (
    <Notice
      tone={tone}
      urgent
      action={
        <Button size="small" icon={Download} onClick={() => download(file)}>
          Download
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

/** Says that the code which shows a file could not be loaded; the file itself is as it was. */
export function ViewerLoadNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      urgent
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {VIEWER_NOT_LOADED}
    </Notice>
  );
}

/** Explains why a file could not be loaded. */
export function FileLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      urgent
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {describeAccessError(error instanceof ApiError ? error.status : undefined)}
    </Notice>
  );
}

import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface ReplacedNoticeProps {
  file: File;
  /** The file may be an outdated copy, which its reader has not seen for long. */
  isFetching: boolean;
}

/** Says that another version is shown than the one that was opened. */
export function ReplacedNotice({ file, isFetching }: ReplacedNoticeProps) {
  const [opened, setOpened] = useState<string>();
  const shown = contentId(file);
  if (opened === undefined && !isFetching) setOpened(shown);
  return (
    <div role="status" className="empty:hidden">
      {opened !== undefined && opened !== shown && (
        <Notice
          tone="info"
          action={
            <Button size="small" onClick={() => setOpened(shown)}>
              Dismiss
            </Button>
          }
        >
          This file was changed while it was open. Version {file.version ?? 1} is shown now.
        </Notice>
      )}
    </div>
  );
}

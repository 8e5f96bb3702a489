import FolderUp from 'lucide-react/icons/folder-up';
import { useId } from 'react';
import { MAX_UPLOAD_FOLDERS } from '#shared/domain/limits.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { SendFilesButton } from './send-files-button.tsx';
import { useUploadFolders } from './task-queries.ts';

/** Lists the folders to which a member of a group sends files without seeing what is in them. */
export function UploadFolders() {
  const list = useUploadFolders();
  const folders = list.data ?? [];
  const headingId = useId();
  if (folders.length === 0)
    return <FailedList lists={[list]} summary="Folders to send documents to could not be loaded" />;
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-2 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Send documents
        </h2>
        <p className="text-ink-muted">Only the staff of the data room sees what you send.</p>
        <ul className="divide-y divide-line">
          {folders.map(({ id, name }) => (
            <li key={id} className="flex min-h-row flex-wrap items-center justify-between gap-2 py-1">
              <span className="flex min-w-0 items-center gap-2">
                <FolderUp size={16} className="shrink-0 text-ink-muted" aria-hidden />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
              <SendFilesButton folderId={id} folderName={name} />
            </li>
          ))}
        </ul>
        {folders.length === MAX_UPLOAD_FOLDERS && (
          <p className="text-ink-muted">
            The first {MAX_UPLOAD_FOLDERS.toLocaleString('en-US')} folders are listed.
          </p>
        )}
      </Card>
    </section>
  );
}

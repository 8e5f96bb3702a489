import Check from 'lucide-react/icons/check';
import FolderInput from 'lucide-react/icons/folder-input';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { InboxFile } from '#shared/contracts/rooms/inbox.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { AcceptIntoDialog } from './accept-into-dialog.tsx';
import { useAcceptFiles, useInbox } from './inbox-api.ts';

/** The most files of one call. */
const MAX_ACCEPTED = 1_000;

interface GroupInboxProps {
  roomId: number;
  groupId: number;
  groupName: string;
}

/** Lists what members of a group sent; the staff accepts it into the folders that it was sent to, or into others. */
export function GroupInbox({ roomId, groupId, groupName }: GroupInboxProps) {
  const inbox = useInbox(groupId);
  const headingId = useId();
  if (inbox.error && !inbox.data)
    return (
      <LoadError error={inbox.error} summary="Failed to fetch the inbox" onRetry={() => inbox.refetch()} />
    );
  const byFolder = Map.groupBy(inbox.data ?? [], ({ folderId }) => folderId);
  if (byFolder.size === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 id={headingId} className="font-medium">
        Inbox <span className="sr-only">of {groupName}</span>
      </h3>
      <p className="text-ink-muted">
        Only the staff sees these files. Accepted ones go where {groupName} sent them, or into a folder of
        your choice, as drafts.
      </p>
      {[...byFolder].map(([folderId, files]) => (
        <FolderInbox key={folderId} {...{ roomId, groupId, folderId, files }} />
      ))}
    </section>
  );
}

interface FolderInboxProps {
  roomId: number;
  groupId: number;
  folderId: number;
  files: readonly InboxFile[];
}

function FolderInbox({ roomId, groupId, folderId, files }: FolderInboxProps) {
  const [elsewhere, setElsewhere] = useState<readonly InboxFile[]>([]);
  const accept = useAcceptFiles(groupId);
  const folderName = files[0]?.folderName ?? '';
  return (
    <div className="rounded-md border border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-1.5">
        <Link href={`/folder/${folderId}`} className="min-w-0 font-medium underline wrap-anywhere">
          {folderName}
        </Link>
        <span className="flex items-center gap-2">
          <Button
            size="small"
            icon={Check}
            busy={accept.isPending}
            aria-label={`Accept all files in ${folderName}`}
            onClick={() =>
              accept.mutate({ fileIds: files.slice(0, MAX_ACCEPTED).map(({ id }) => id), folderId })
            }
          >
            Accept All
          </Button>
          <IconButton
            icon={FolderInput}
            size="small"
            busy={accept.isPending}
            label={`Accept all files in ${folderName} into another folder`}
            onClick={() => setElsewhere(files.slice(0, MAX_ACCEPTED))}
          />
        </span>
      </div>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <InboxLine key={file.id} file={file}>
            <Button
              size="small"
              busy={accept.isPending}
              aria-label={`Accept ${file.name}`}
              onClick={() => accept.mutate({ fileIds: [file.id], folderId })}
            >
              Accept
            </Button>
            <IconButton
              icon={FolderInput}
              size="small"
              busy={accept.isPending}
              label={`Accept ${file.name} into another folder`}
              onClick={() => setElsewhere([file])}
            />
          </InboxLine>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <AcceptIntoDialog {...{ roomId, groupId }} files={elsewhere} onClose={() => setElsewhere([])} />
      )}
    </div>
  );
}

interface InboxLineProps {
  file: InboxFile;
  /** Buttons for what can be done with it. */
  children: ReactNode;
}

function InboxLine({ file: { id, name, size, sender, receivedAt }, children }: InboxLineProps) {
  return (
    <li className="flex min-h-row items-center justify-between gap-3 px-3 py-1">
      <span className="flex min-w-0 items-center gap-2">
        <FileIcon name={name} />
        <span className="min-w-0">
          <Link href={`/file/${id}`} dir="auto" className="block truncate text-left underline" title={name}>
            {name}
          </Link>
          <span className="block truncate text-ink-muted text-xs">
            {sender}, {formatDate(receivedAt)}, {formatSize(size)}
          </span>
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2">{children}</span>
    </li>
  );
}

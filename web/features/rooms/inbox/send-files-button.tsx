import RotateCw from 'lucide-react/icons/rotate-cw';
import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useSendFiles } from './inbox-api.ts';

interface SendFilesButtonProps {
  folderId: number;
  /** Names the folder where several buttons are shown. */
  folderName?: string;
}

/** Uploads files to a folder as a member of a group. */
export function SendFilesButton({ folderId, folderName }: SendFilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { send, progress, unsent } = useSendFiles(folderId);
  const isSending = send.isPending && progress !== undefined;
  const isViewAs = useIsViewAs();
  return (
    <>
      <Button
        icon={Upload}
        busy={send.isPending}
        disabled={isViewAs}
        {...(folderName !== undefined && !isSending && { 'aria-label': `Upload files to ${folderName}` })}
        onClick={() => input.current?.click()}
      >
        {isSending
          ? `Sending ${progress.place + 1} of ${progress.count} (${progress.percent}%)`
          : 'Upload Files'}
      </Button>
      {unsent.length > 0 && !send.isPending && (
        <Button
          icon={RotateCw}
          disabled={isViewAs}
          aria-label={`Send Again: ${unsent.map(({ name }) => name).join(', ')}`}
          onClick={() => send.mutate(unsent)}
        >
          Send Again
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same files can be chosen again.
          target.value = '';
          if (files.length > 0) send.mutate(files);
        }}
      />
    </>
  );
}

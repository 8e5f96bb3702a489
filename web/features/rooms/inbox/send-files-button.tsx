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
  const send = useSendFiles(folderId);
  const isViewAs = useIsViewAs();
  return (
    <>
      <Button
        icon={Upload}
        busy={send.isPending}
        disabled={isViewAs}
        {...(folderName !== undefined && { 'aria-label': `Upload files to ${folderName}` })}
        onClick={() => input.current?.click()}
      >
        Upload Files
      </Button>
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

import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChartColumn from 'lucide-react/icons/chart-column';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { downloadFile } from '#web/features/files/download-file.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { OnlineViewerButton } from './online-viewer-button.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';

interface FileHeaderProps {
  file: File;
  passage: Passage;
  /** The buttons that share the file. */
  share: ReactNode;
}

/** Shows a file's name, location and actions. */
export function FileHeader({ file, passage, share }: FileHeaderProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="-ml-2.5">
        <ButtonLink
          href={file.folderId === null ? '/' : `/folder/${file.folderId}`}
          variant="ghost"
          size="small"
          icon={ArrowLeft}
        >
          Back to Files
        </ButtonLink>
      </div>
      <div className="w-full">
        <PageHeader
          title={
            <span className="flex items-start gap-2">
              <span className="mt-1">
                <FileIcon name={file.name} size={20} />
              </span>
              <span className="wrap-anywhere">{file.name}</span>
            </span>
          }
          subtitle={`${formatSize(file.size)} · Uploaded ${formatDate(file.createdAt)}`}
          actions={
            <>
              {share}
              <FileActions file={file} passage={passage} />
            </>
          }
        />
      </div>
    </div>
  );
}

function FileActions({ file, passage }: { file: File; passage: Passage }) {
  const actor = useActor();
  const mayDownload = filePolicy.download(actor, file);
  return (
    <>
      {filePolicy.seeViews(actor, file) && (
        <ButtonLink href={`/file/${file.id}/views`} icon={ChartColumn}>
          Views
        </ButtonLink>
      )}
      {mayDownload && file.fileType === 'pdf' && (
        <ButtonLink href={buildPdfViewerUrl(file.id, passage)} opens="new-tab" icon={ExternalLink}>
          Open in New Tab
        </ButtonLink>
      )}
      <OnlineViewerButton file={file} />
      {mayDownload && (
        <Button variant="primary" icon={Download} onClick={() => void downloadFile(actor, file)}>
          Download File
        </Button>
      )}
    </>
  );
}

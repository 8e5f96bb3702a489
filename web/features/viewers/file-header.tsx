import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChartColumn from 'lucide-react/icons/chart-column';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import History from 'lucide-react/icons/history';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { downloadFile } from '#web/features/files/download-file.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { buttonStyles } from '#web/ui/buttons/button-styles.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { NeighborLinks } from './neighbor-links.tsx';
import { OnlineViewerButton } from './online-viewer-button.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';

interface FileHeaderProps {
  file: File;
  passage: Passage;
  /** The buttons that share the file. */
  share: ReactNode;
}

/** Shows in one bar the way back, the file's name, its neighbors in the folder, and its actions. */
export function FileHeader({ file, passage, share }: FileHeaderProps) {
  const version = file.version === undefined ? '' : `Version ${file.version} · `;
  const details = `${version}${formatSize(file.size)} · Uploaded ${formatDate(file.createdAt)}`;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-2">
        <Link
          href={file.folderId === null ? '/' : `/folder/${file.folderId}`}
          aria-label="Back to Files"
          data-tooltip="Back to Files"
          className={buttonStyles('ghost', 'size-control')}
        >
          <ArrowLeft size={16} />
        </Link>
        <FileIcon name={file.name} size={20} />
        <div className="min-w-0">
          <h1 className="font-semibold text-base/5 tracking-tight wrap-anywhere">{file.name}</h1>
          <p className="truncate text-ink-muted text-xs">{details}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <NeighborLinks file={file} />
        {share}
        <FileActions file={file} passage={passage} />
      </div>
    </header>
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
      {filePolicy.seeVersions(actor, file) && (
        <ButtonLink href={`/file/${file.id}/versions`} icon={History}>
          Versions
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

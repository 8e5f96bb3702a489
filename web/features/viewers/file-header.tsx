import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChartColumn from 'lucide-react/icons/chart-column';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
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
import { MiddleEllipsis } from '#web/ui/display/middle-ellipsis.tsx';
import { FileMoreMenu } from './file-more-menu.tsx';
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
    <header className="flex min-h-12 items-center gap-1 border-line border-b bg-surface px-2 py-1 sm:gap-2">
      <Link
        href={file.folderId === null ? '/' : `/folder/${file.folderId}`}
        aria-label="Back to Files"
        data-tooltip="Back to Files"
        className={buttonStyles('ghost', 'size-control')}
      >
        <ArrowLeft size={16} />
      </Link>
      <span className="max-sm:hidden">
        <FileIcon name={file.name} size={20} />
      </span>
      <div className="min-w-24 flex-1">
        <h1
          aria-label={file.name}
          title={file.name}
          className="flex font-semibold text-base/5 tracking-tight"
        >
          <MiddleEllipsis text={file.name} />
        </h1>
        <p className="truncate text-ink-muted text-xs">{details}</p>
      </div>
      <NeighborLinks file={file} />
      <div className={ACTIONS_STYLES}>
        {share}
        <FileActions file={file} passage={passage} />
        <span className="sm:hidden">
          <FileMoreMenu file={file} passage={passage} />
        </span>
      </div>
    </header>
  );
}

/** Shows the icons of buttons alone in a narrow bar; their names stay for screen readers and in tooltips. */
const ACTIONS_STYLES =
  'flex items-center gap-1 sm:gap-2 max-2xl:[&_:is(a,button)]:gap-0 max-2xl:[&_:is(a,button)]:px-2.5 max-2xl:[&_:is(a,button)]:text-[0px]';

function FileActions({ file, passage }: { file: File; passage: Passage }) {
  const actor = useActor();
  const mayDownload = filePolicy.download(actor, file);
  return (
    <>
      <span className="hidden items-center gap-2 sm:flex">
        {filePolicy.seeViews(actor, file) && (
          <ButtonLink href={`/file/${file.id}/views`} icon={ChartColumn} tooltip="Views">
            Views
          </ButtonLink>
        )}
        {filePolicy.seeVersions(actor, file) && (
          <ButtonLink href={`/file/${file.id}/versions`} icon={History} tooltip="Versions">
            Versions
          </ButtonLink>
        )}
        {file.version !== undefined && filePolicy.seeVersions(actor, file) && (
          <ButtonLink href={`/file/${file.id}/compare`} icon={GitCompareArrows} tooltip="Compare Versions">
            Compare
          </ButtonLink>
        )}
        {mayDownload && file.fileType === 'pdf' && (
          <ButtonLink
            href={buildPdfViewerUrl(file.id, passage)}
            opens="new-tab"
            icon={ExternalLink}
            tooltip="Open in New Tab"
          >
            Open in New Tab
          </ButtonLink>
        )}
      </span>
      <OnlineViewerButton file={file} />
      {mayDownload && (
        <Button
          variant="primary"
          icon={Download}
          data-tooltip="Download File"
          onClick={() => void downloadFile(actor, file)}
        >
          Download File
        </Button>
      )}
    </>
  );
}

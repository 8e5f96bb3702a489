import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useDownloadFile } from '#web/features/files/download-file.ts';
import { areBytesWithheld } from '#web/features/files/withheld.tsx';
import { formatAncestorNames } from '#web/features/folders/folder-hierarchy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { buttonStyles } from '#web/ui/buttons/button-styles.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { MiddleEllipsis } from '#web/ui/display/middle-ellipsis.tsx';
import { FileMoreMenu } from './file-more-menu.tsx';
import { NeighborLinks } from './neighbor-links.tsx';
import { OnlineViewerDialog } from './online-viewer-dialog.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';
import { useReader } from './reader/reader-context.tsx';
import { ReaderControls } from './reader/reader-controls.tsx';

interface FileHeaderProps {
  file: File;
  passage: Passage;
  /** The button that shares the file. */
  share: ReactNode;
  /** Further entries of the menu. */
  menuItems: ReactNode;
}

/** The one bar above a document: the way back, the name, the controls of its viewer, its neighbors and its actions. */
export function FileHeader({ file, passage, share, menuItems }: FileHeaderProps) {
  const reader = useReader();
  const [isOnlineViewerOpen, setOnlineViewerOpen] = useState(false);
  const version = file.version === undefined ? '' : `Version ${file.version} · `;
  const details = `${version}${formatSize(file.size)}`;
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-line border-b bg-surface px-1 sm:gap-2 sm:px-2 pointer-coarse:h-14 print:hidden">
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
      <div className="min-w-20 flex-1 basis-0">
        <h1 aria-label={file.name} title={file.name} className="flex font-semibold text-sm/5 tracking-tight">
          <MiddleEllipsis text={file.name} />
        </h1>
        <p className="truncate text-ink-muted text-xs/4">
          {file.ancestorNames && <HiddenFolders names={file.ancestorNames} />}
          {details}
          {/* A phone has room for half of it, beside the controls. */}
          <span className="max-sm:sr-only"> · Uploaded {formatDate(file.createdAt)}</span>
        </p>
      </div>
      {reader && <ReaderControls reader={reader} />}
      <div className="flex items-center justify-end gap-1 xl:min-w-0 xl:flex-1 xl:basis-0">
        <NeighborLinks file={file} />
        <FileActions file={file} passage={passage} share={share} />
        <FileMoreMenu
          {...{ file, passage, reader }}
          more={menuItems}
          onOnlineViewer={() => setOnlineViewerOpen(true)}
        />
      </div>
      {isOnlineViewerOpen && <OnlineViewerDialog file={file} onClose={() => setOnlineViewerOpen(false)} />}
    </header>
  );
}

/** Names the folders above a file that a member of a group sees without them: there is nothing to follow. */
function HiddenFolders({ names }: { names: readonly string[] }) {
  const path = formatAncestorNames(names);
  return (
    <span title={path}>
      <span className="sr-only">In the folders </span>
      {path} ·{' '}
    </span>
  );
}

/** Shows the icons of buttons alone in a narrow bar; their names stay for screen readers and in tooltips. */
const ACTIONS_STYLES =
  'flex items-center gap-1 max-2xl:[&_:is(a,button)]:gap-0 max-2xl:[&_:is(a,button)]:px-2.5 max-2xl:[&_:is(a,button)]:text-[0px] max-2xl:[&_button>span]:ml-1.5';

function FileActions({ file, passage, share }: { file: File; passage: Passage; share: ReactNode }) {
  const actor = useActor();
  const download = useDownloadFile();
  const mayDownload = filePolicy.download(actor, file) && !areBytesWithheld(actor, file);
  return (
    <div className={ACTIONS_STYLES}>
      {mayDownload && file.scan === undefined && file.fileType === 'pdf' && (
        <span className="max-xl:hidden">
          <ButtonLink
            href={buildPdfViewerUrl(file.id, passage)}
            opens="new-tab"
            variant="ghost"
            icon={ExternalLink}
            tooltip="Open in New Tab"
          >
            <span className="sr-only">Open in New Tab</span>
          </ButtonLink>
        </span>
      )}
      {share}
      {mayDownload && (
        <Button variant="primary" icon={Download} data-tooltip="Download File" onClick={() => download(file)}>
          Download File
        </Button>
      )}
    </div>
  );
}

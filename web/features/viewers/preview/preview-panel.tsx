import Download from 'lucide-react/icons/download';
import Maximize2 from 'lucide-react/icons/maximize-2';
import ScanEye from 'lucide-react/icons/scan-eye';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { isMember } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { AllowDownloadSwitch } from '#web/features/files/allow-download-switch.tsx';
import { useFile } from '#web/features/files/api.ts';
import { useDownloadFile } from '#web/features/files/download-file.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { IndexingBadge } from '#web/features/files/indexing-badge.tsx';
import { RecognitionDetails } from '#web/features/files/recognition/recognition-details.tsx';
import { areBytesWithheld, WithheldNotice } from '#web/features/files/withheld.tsx';
import { DraftBadge, isUnpublished } from '#web/features/folders/draft-badge.tsx';
import { formatAncestorNames } from '#web/features/folders/folder-hierarchy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Panel } from '#web/ui/overlays/panel.tsx';
import { buildFilePath, type Passage } from '../passage.ts';
import { PREVIEW_HEIGHT, PreviewContent } from './preview-content.tsx';
import { VisibleTo } from './visible-to.tsx';

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));

interface PreviewPanelProps {
  fileId: number;
  /** Search result for this file. */
  searchResult?: ReactNode;
  passage?: Passage;
  onClose: () => void;
}

/** Shows the selected file: the document first, then its actions and its details. */
export function PreviewPanel({ fileId, searchResult, passage = {}, onClose }: PreviewPanelProps) {
  const actor = useActor();
  const { data: file, error, refetch, isPlaceholderData } = useFile(fileId);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const download = useDownloadFile();
  if (!file) {
    return (
      <Panel title="File" onClose={onClose}>
        {error ? (
          <LoadError error={error} summary="The file could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className={PREVIEW_HEIGHT} />
        )}
      </Panel>
    );
  }
  const canDownload = filePolicy.download(actor, file);
  return (
    <Panel title={file.name} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {searchResult}
        {isPlaceholderData ? (
          <Skeleton className={PREVIEW_HEIGHT} />
        ) : file.scan !== undefined ? (
          <WithheldNotice scan={file.scan} />
        ) : (
          <PreviewContent key={contentId(file)} {...{ file, passage }} canOpen={canDownload} />
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={buildFilePath(file.id, passage)} icon={Maximize2}>
            View Full Page
          </ButtonLink>
          {file.scan === undefined && (
            <Button variant="ghost" icon={ScanEye} onClick={() => setPreviewOpen(true)}>
              Preview
            </Button>
          )}
          {canDownload && !areBytesWithheld(actor, file) && (
            <Button variant="ghost" icon={Download} onClick={() => download(file)}>
              Download
            </Button>
          )}
        </div>
        <FileDetails file={file} />
        <RecognitionDetails file={file} />
        {filePolicy.setAllowDownload(actor, file) && <AllowDownloadSwitch file={file} />}
        {!canDownload && (
          <Notice tone="info">You can view information about this file, but download is restricted.</Notice>
        )}
        <Suspense>
          {isPreviewOpen && <PreviewDialog {...{ file, passage }} onClose={() => setPreviewOpen(false)} />}
        </Suspense>
      </div>
    </Panel>
  );
}

function FileDetails({ file }: { file: FileWithContent }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-line border-t pt-4 *:even:min-w-0 *:even:break-words *:odd:text-ink-muted">
      <dt>Name</dt>
      <dd>{file.name}</dd>
      {file.ancestorNames && (
        <>
          <dt>In</dt>
          <dd>{formatAncestorNames(file.ancestorNames)}</dd>
        </>
      )}
      <dt>Uploaded</dt>
      <dd>{formatDate(file.createdAt)}</dd>
      {file.modifiedAt !== undefined && (
        <>
          <dt>Modified</dt>
          <dd>{formatDate(file.modifiedAt)}</dd>
        </>
      )}
      {file.version !== undefined && (
        <>
          <dt>Version</dt>
          <dd>{file.version}</dd>
        </>
      )}
      {file.publishedAt !== undefined && isUnpublished(file.publishedAt) && (
        <>
          <dt>State</dt>
          <dd>
            <DraftBadge publishedAt={file.publishedAt} />
          </dd>
        </>
      )}
      {file.isInRoom && isMember(file) && <VisibleTo fileId={file.id} />}
      <dt>Size</dt>
      <dd>{formatSize(file.size)}</dd>
      <dt>Type</dt>
      <dd className="flex items-center gap-2">
        {file.fileType === 'others' ? 'Other' : file.fileType.toUpperCase()}
        <IndexingBadge file={file} />
      </dd>
    </dl>
  );
}

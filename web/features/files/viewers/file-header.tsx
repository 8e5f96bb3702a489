import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { downloadFile, type File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/auth/current-user.ts';
import { urlOf } from '#web/lib/call.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { FileIcon } from '#web/ui/file-icon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type Passage, pdfViewerPath } from './passage.ts';

/** What a file is, the way back to where it lies, and what may be done with it. */
export function FileHeader({ file, passage }: { file: File; passage: Passage }) {
  const mayDownload = filePolicy.download(useActor(), file);
  return (
    <div className="flex flex-col items-start gap-2">
      <ButtonLink
        href={file.folderId === null ? '/' : `/folder/${file.folderId}`}
        variant="ghost"
        size="small"
        icon={ArrowLeft}
      >
        Back to Files
      </ButtonLink>
      <div className="w-full">
        <PageHeader
          title={
            <span className="flex items-start gap-2">
              <span className="mt-1">
                <FileIcon fileType={file.fileType} size={20} />
              </span>
              <span className="wrap-anywhere">{file.name}</span>
            </span>
          }
          subtitle={`${formatSize(file.size)} · Uploaded ${formatDate(file.createdAt)}`}
          actions={mayDownload && <FileLinks file={file} passage={passage} />}
        />
      </div>
    </div>
  );
}

function FileLinks({ file, passage }: { file: File; passage: Passage }) {
  return (
    <>
      {file.fileType === 'pdf' && (
        <ButtonLink href={pdfViewerPath(file.id, passage)} opens="new-tab" icon={ExternalLink}>
          Open in New Tab
        </ButtonLink>
      )}
      <ButtonLink
        href={urlOf(downloadFile, { params: { id: file.id } })}
        opens="download"
        variant="primary"
        icon={Download}
      >
        Download File
      </ButtonLink>
    </>
  );
}

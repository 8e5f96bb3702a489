import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { File, FileWithContent } from '#shared/contracts/files.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { WithheldNotice } from '#web/features/files/withheld.tsx';
import { getViewerKind, type ViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { ContentFailure } from './content-failure.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { buildContentUrl } from './file-bytes.ts';
import { FileInfoCard } from './file-info-card.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { OfficeViewer } from './office-viewer.tsx';
import { PageViewer } from './pages/page-viewer.tsx';
import type { Passage } from './passage.ts';
import { PdfViewer } from './pdf-viewer.tsx';
import { parseExactly } from './text/parse-exactly.ts';
import { TextViewer } from './text/text-viewer.tsx';
import { DocumentErrorNotice, DownloadInsteadNotice } from './viewer-errors.tsx';

/** Plays audio or video; the browser requests the ranges it plays. */
function MediaViewer({ file, kind }: { file: File; kind: 'audio' | 'video' }) {
  const [failure, setFailure] = useState<'unsupported' | 'damaged' | null>(null);
  const unsupported = (
    <DownloadInsteadNotice file={file} tone="info">
      This browser can’t play this {kind} file. Download it to open it in another program.
    </DownloadInsteadNotice>
  );
  if (failure !== null)
    return (
      <ContentFailure
        file={file}
        onRetry={() => setFailure(null)}
        unsupported={failure === 'unsupported' && unsupported}
      />
    );
  const Player = kind;
  return (
    <div className="grid min-h-48 flex-1 place-items-center rounded-lg border border-line bg-sunken p-4">
      <Player
        src={buildContentUrl(file)}
        controls
        preload="metadata"
        aria-label={file.name}
        onError={({ currentTarget: { error } }) =>
          setFailure(error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED ? 'unsupported' : 'damaged')
        }
        className="max-h-[75dvh] w-full max-w-4xl"
      />
    </div>
  );
}

interface FormattedTextTabsProps {
  formatted: ReactNode;
  plain: ReactNode;
  startsPlain: boolean;
}

/** Offers the formatted and the plain form of a text. */
function FormattedTextTabs({ formatted, plain, startsPlain }: FormattedTextTabsProps) {
  const [form, setForm] = useState<'formatted' | 'plain'>(startsPlain ? 'plain' : 'formatted');
  return (
    <Tabs
      label="Show as"
      value={form}
      onChange={setForm}
      fills
      tabs={[
        { value: 'formatted', label: 'Formatted', content: formatted },
        { value: 'plain', label: 'Plain Text', content: plain },
      ]}
    />
  );
}

const SheetViewer = lazy(async () => ({
  default: (await import('./spreadsheets/sheet-viewer.tsx')).SheetViewer,
}));
const JsonViewer = lazy(async () => ({ default: (await import('./text/json-viewer.tsx')).JsonViewer }));

/** Encoded binary content, as stored by older versions. */
const ENCODED_CONTENT = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;

/** Kinds whose viewers track page views themselves; all others count as one page. */
const TRACKS_OWN_PAGES: ReadonlySet<ViewerKind> = new Set([
  'pdf',
  'docx',
  'pptx',
  'office',
  'heic',
  'rendered',
  'none',
]);

interface ViewerProps {
  file: FileWithContent;
  passage: Passage;
}

/** Shows a file with the viewer of its type. Actors who may not download it see rendered pages. */
export function Viewer({ file, passage }: ViewerProps) {
  const mayDownload = filePolicy.download(useActor(), file);
  if (file.scan !== undefined) return <WithheldNotice scan={file.scan} />;
  if (!mayDownload) return <PageViewer {...{ file, passage }} />;
  if (file.size === 0) return <DocumentErrorNotice file={file} failure="empty" />;
  if (ENCODED_CONTENT.test(file.content ?? ''))
    return <FileInfoCard {...{ file, passage }} isRestricted={false} />;
  const kind = getViewerKind(file.name);
  return (
    <Suspense fallback={<Loading message="Loading viewer" />}>
      {!TRACKS_OWN_PAGES.has(kind) && <ViewTrackingNotice file={file} page={1} />}
      <ViewerByKind {...{ file, passage, kind }} />
    </Suspense>
  );
}

function ViewerByKind({ file, passage, kind }: ViewerProps & { kind: ViewerKind }) {
  const text = <TextViewer file={file} quote={passage.quote} />;
  switch (kind) {
    case 'pdf':
      return <PdfViewer file={file} passage={passage} />;
    case 'image':
      return <ImageViewer file={file} />;
    case 'heic':
      return <HeicViewer file={file} passage={passage} />;
    case 'audio':
    case 'video':
      return <MediaViewer file={file} kind={kind} />;
    case 'docx':
    case 'pptx':
      return (
        <OfficeViewer {...{ file, passage }}>
          <ViewTrackingNotice file={file} page={1} />
          <DocumentViewer {...{ file, kind, passage }} />
        </OfficeViewer>
      );
    case 'office':
      return (
        <OfficeViewer {...{ file, passage }}>
          <PageViewer {...{ file, passage }} />
        </OfficeViewer>
      );
    case 'email':
      return <DocumentViewer {...{ file, kind, passage }} />;
    case 'sheet':
      return <SheetViewer {...{ file, passage }} />;
    case 'markdown':
      return (
        <FormattedTextTabs
          formatted={<DocumentViewer {...{ file, kind, passage }} />}
          plain={text}
          startsPlain={false}
        />
      );
    case 'json': {
      const value = file.content === null ? undefined : parseExactly(file.content);
      // A cited passage would be hidden in collapsed parts.
      const startsPlain = passage.quote !== undefined;
      if (value === undefined) return text;
      return (
        <FormattedTextTabs formatted={<JsonViewer value={value} />} plain={text} startsPlain={startsPlain} />
      );
    }
    case 'text':
      return text;
    case 'rendered':
      return <PageViewer file={file} passage={passage} />;
    case 'none':
      return <FileInfoCard {...{ file, passage }} isRestricted={false} />;
  }
}

/** Shows HEIC images, which only Safari supports; elsewhere the server renders them when it has a converter. */
function HeicViewer({ file, passage }: { file: File; passage: Passage }) {
  const [isSupported, setKnown] = useState(true);
  if (isSupported) {
    return (
      <>
        <ViewTrackingNotice file={file} page={1} />
        <ImageViewer file={file} onUnsupported={() => setKnown(false)} />
      </>
    );
  }
  const unsupported = (
    <DownloadInsteadNotice file={file} tone="info">
      This browser can’t show {fileExtension(file.name).toUpperCase()} images; Safari does. Download it to
      open it, or ask for it as JPEG, PNG or PDF.
    </DownloadInsteadNotice>
  );
  return <PageViewer {...{ file, passage, unsupported }} />;
}

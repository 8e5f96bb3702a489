import { lazy, Suspense } from 'react';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/auth/actor.ts';
import { parseJson } from '#web/lib/request.ts';
import { Loading } from '#web/ui/loading.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { FileInfoCard } from './file-info-card.tsx';
import { FormattedText } from './formatted-text.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { PageViewer } from './page-viewer.tsx';
import type { Passage } from './passage.ts';
import { PdfViewer } from './pdf-viewer.tsx';
import { TextViewer } from './text-viewer.tsx';
import { viewerKindOf } from './viewer-kind.ts';

const SheetViewer = lazy(async () => ({ default: (await import('./sheets/sheet-viewer.tsx')).SheetViewer }));
const JsonViewer = lazy(async () => ({ default: (await import('./json-viewer.tsx')).JsonViewer }));

/** Text that stands for bytes, as older rooms kept them. */
const ENCODED = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;

interface ViewerProps {
  file: FileWithContent;
  passage: Passage;
}

/** A file as its type is best read, in a column. Whoever may not have its bytes sees its pages. */
export function Viewer({ file, passage }: ViewerProps) {
  if (!filePolicy.download(useActor(), file)) return <PageViewer {...{ file, passage }} />;
  if (ENCODED.test(file.content ?? '')) return <FileInfoCard {...{ file, passage }} isRestricted={false} />;
  return (
    <Suspense fallback={<Loading message="Loading viewer" />}>
      <OpenViewer {...{ file, passage }} />
    </Suspense>
  );
}

function OpenViewer({ file, passage }: ViewerProps) {
  const text = <TextViewer file={file} quote={passage.quote} />;
  const kind = viewerKindOf(file.name);
  switch (kind) {
    case 'pdf':
      return <PdfViewer file={file} passage={passage} />;
    case 'image':
      return <ImageViewer file={file} />;
    case 'audio':
    case 'video':
      return <MediaViewer file={file} kind={kind} />;
    case 'docx':
    case 'pptx':
    case 'email':
      return <DocumentViewer {...{ file, kind, passage }} />;
    case 'sheet':
      return <SheetViewer {...{ file, passage }} />;
    case 'markdown':
      return (
        <FormattedText
          formatted={<DocumentViewer {...{ file, kind, passage }} />}
          plain={text}
          startsPlain={false}
        />
      );
    case 'json': {
      const value = file.content === null ? undefined : parseJson(file.content);
      // Folded away, a cited passage would not be seen.
      const startsPlain = passage.quote !== undefined;
      if (value === undefined) return text;
      return (
        <FormattedText formatted={<JsonViewer value={value} />} plain={text} startsPlain={startsPlain} />
      );
    }
    case 'text':
      return text;
    case 'none':
      return <FileInfoCard {...{ file, passage }} isRestricted={false} />;
  }
}

import type { FileWithContent } from '#shared/contracts/files.ts';
import { isImageType, isTextType } from '#shared/domain/file-kind.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/auth/actor.ts';
import { FileInfoCard } from './file-info-card.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { PageViewer } from './page-viewer.tsx';
import type { Passage } from './passage.ts';
import { PdfViewer } from './pdf-viewer.tsx';
import { TextViewer } from './text-viewer.tsx';

/** Text that stands for bytes, as older rooms kept them. */
const ENCODED = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;

/** A file as its type is best read, in a column. Whoever may not have its bytes sees its pages. */
export function Viewer({ file, passage }: { file: FileWithContent; passage: Passage }) {
  const { fileType, content } = file;
  if (!filePolicy.download(useActor(), file)) return <PageViewer file={file} passage={passage} />;
  if (fileType === 'pdf') return <PdfViewer file={file} passage={passage} />;
  if (isImageType(fileType)) return <ImageViewer file={file} />;
  if (isTextType(fileType) && !ENCODED.test(content ?? ''))
    return <TextViewer file={file} quote={passage.quote} />;
  return <FileInfoCard file={file} passage={passage} isRestricted={false} />;
}

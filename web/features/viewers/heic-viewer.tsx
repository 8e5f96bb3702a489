import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { PageViewer } from './pages/page-viewer.tsx';
import type { Passage } from './passage.ts';
import { DownloadInsteadNotice } from './viewer-errors.tsx';

/** Shows HEIC images, which only Safari supports; elsewhere the server renders them when it has a converter. */
export function HeicViewer({ file, passage }: { file: File; passage: Passage }) {
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

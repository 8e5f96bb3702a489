import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { endingOf } from '#shared/domain/file-type.ts';
import { ReadingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { PageViewer } from './pages/page-viewer.tsx';
import type { Passage } from './passage.ts';
import { NotShown } from './viewer-errors.tsx';

/** HEIC, which only Apple's browsers read: elsewhere the server draws it, where it has a program for that. */
export function PhonePictureViewer({ file, passage }: { file: File; passage: Passage }) {
  const [isKnown, setKnown] = useState(true);
  if (isKnown) {
    return (
      <>
        <ReadingNotice file={file} page={1} />
        <ImageViewer file={file} onUnknown={() => setKnown(false)} />
      </>
    );
  }
  const unsupported = (
    <NotShown file={file} tone="info">
      This browser shows no {endingOf(file.name).toUpperCase()} pictures; Safari does. Download it to open it,
      or ask for it as JPEG, PNG or PDF.
    </NotShown>
  );
  return <PageViewer {...{ file, passage, unsupported }} />;
}

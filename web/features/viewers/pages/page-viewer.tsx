import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FilePages } from '#shared/contracts/pages.ts';
import { PREVIEW_FAILED } from '#shared/domain/messages.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileInfoCard } from '../file-info-card.tsx';
import type { Passage } from '../passage.ts';
import { DownloadInsteadNotice } from '../viewer-errors.tsx';
import { PageScroller } from './page-scroller.tsx';
import { useSignedPages } from './signed-pages.ts';

interface PageViewerProps {
  file: File;
  passage: Passage;
  /** Message for types that the server does not render. */
  unsupported?: ReactNode;
}

/**
 * Shows a file as page images rendered by the server: types that no browser shows, and files that the actor may
 * not download.
 */
export function PageViewer({ file, passage, unsupported }: PageViewerProps) {
  const visit = useVisitorSession();
  const isNamed = !visit || visit.email !== null;
  const isRestricted = !filePolicy.download(useActor(), file);
  const { pages: data, signature, error, refetch } = useSignedPages(file.id);

  // Once pages are listed, each page reports its own failure.
  if (error && !data) {
    return <FailedPages onRetry={() => void refetch()} />;
  }
  if (!data || !signature) return <Loading message="Loading pages" />;
  if (data.reason === 'unsupported' && unsupported) return unsupported;
  if (data.reason !== null) {
    return (
      <>
        {isRestricted ? (
          <Notice tone="info">{data.sentence}</Notice>
        ) : (
          <DownloadInsteadNotice file={file} tone={data.reason === 'damaged' ? 'danger' : 'info'}>
            {data.sentence}
          </DownloadInsteadNotice>
        )}
        <FileInfoCard {...{ file, passage, isRestricted }} />
      </>
    );
  }
  const { pages, sheets, layout } = data;
  const citedSheet = sheets?.find(({ name }) => name === passage.sheet);
  const notices = listNotices(data, { isRestricted, isNamed });
  return (
    <>
      {notices.length > 0 && (
        <Notice tone="info">
          {notices[0]} {/* A phone has little room above the page, which shows the rest. */}
          <span className="max-sm:sr-only">{notices.slice(1).join(' ')}</span>
        </Notice>
      )}
      <p className="hidden print:block">The pages of this file can't be printed.</p>
      <PageScroller
        // Another layout has other pages, none of which are loaded yet.
        key={layout}
        layout={layout}
        file={file}
        pages={pages}
        sheets={sheets}
        signature={signature}
        firstPage={passage.page ?? passage.slide ?? citedSheet?.page}
        passage={passage}
      />
    </>
  );
}

function FailedPages({ onRetry }: { onRetry: () => void }) {
  const again = (
    <Button size="small" onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Notice tone="danger" urgent action={again}>
      {PREVIEW_FAILED}
    </Notice>
  );
}

function listNotices(
  { count, pages, isCut, isWatermarked }: Pick<FilePages, 'count' | 'pages' | 'isCut' | 'isWatermarked'>,
  { isRestricted, isNamed }: { isRestricted: boolean; isNamed: boolean },
): string[] {
  return [
    isRestricted && 'You can view this file, but downloading it is restricted.',
    isRestricted &&
      `Pages are shown as images${!isWatermarked ? '' : isNamed ? ' that carry your name' : ' with a watermark'}.`,
    !isRestricted &&
      isWatermarked &&
      `Pages are shown as images with a watermark${isNamed ? ' that contains your name' : ''}.`,
    count > pages.length && `The first ${pages.length} pages are shown.`,
    isCut === true && 'Of very large sheets only the first columns and rows are shown.',
  ].filter((sentence) => sentence !== false);
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FilePages } from '#shared/contracts/pages.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { readPosition, storePosition } from '#web/lib/browser/reading-positions.ts';
import { getPageWidth } from '#web/lib/documents/page-layout.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Passage } from '../passage.ts';
import { useHasReaderBar } from '../reader/reader-context.tsx';
import { ReaderControls } from '../reader/reader-controls.tsx';
import { useLocatedPassage } from './located-passage.ts';
import { PageColumn } from './page-column.tsx';
import { PageFindBar } from './page-find-bar.tsx';
import { PageMarks } from './page-marks.tsx';
import { parseZoom, useContentWidth, useCurrentPage, useScrollToMatch } from './page-scrolling.ts';
import { PageThumbnails } from './page-thumbnails.tsx';
import { SheetTabs } from './sheet-tabs.tsx';
import type { PageSignature } from './signed-pages.ts';
import { usePageControls } from './use-page-controls.ts';
import { usePageFind } from './use-page-find.ts';

const PAGE_GAP_PX = 16;
/** Number of pages fetched ahead. */
const PREFETCHED_PAGES = 2;

interface PageScrollerProps {
  file: File;
  pages: FilePages['pages'];
  /** The sheets of a spreadsheet. */
  sheets: FilePages['sheets'];
  layout: FilePages['layout'];
  signature: PageSignature;
  /** First visible page; without it reading continues where it stopped. */
  firstPage: number | undefined;
  /** Place that a citation points to, which is marked. */
  passage: Passage;
}

/** Shows the pages in a scroll area; only visible pages and their neighbours are rendered. */
export function PageScroller(props: PageScrollerProps) {
  const { file, pages, sheets, signature, passage, layout: pageLayout } = props;
  const scroller = useRef<HTMLElement>(null);
  const [areThumbnailsShown, setThumbnailsShown] = useState(false);
  const layout = usePageLayout(props, scroller);
  const { width, getPageHeight, virtualizer, current, goToPage } = layout;
  const { located, isMissing } = usePassage(file.id, passage, layout, pageLayout);
  const search = useFindBar(file.id, layout, pageLayout, scroller);
  const { reader, onKeyDown } = usePageControls({
    ...layout,
    count: pages.length,
    areThumbnailsShown,
    onThumbnails: () => setThumbnailsShown(!areThumbnailsShown),
    isFinding: search.isOpen,
    onFind: search.toggle,
  });
  return (
    <>
      <PassageNotice isMissing={isMissing} />
      <ViewTrackingNotice file={file} page={current + 1} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the controls inside */}
      <div
        onKeyDown={onKeyDown}
        className="flex min-h-96 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface print:hidden"
      >
        <OwnControls reader={reader} />
        <div className="relative flex min-h-0 flex-1">
          {areThumbnailsShown && (
            <PageThumbnails
              fileId={file.id}
              {...{ pages, signature }}
              current={current + 1}
              onPage={goToPage}
            />
          )}
          <div className="relative min-w-0 flex-1">
            {search.isOpen && <PageFindBar find={search.find} onClose={search.close} />}
            <PageColumn
              layout={pageLayout}
              {...{ file, pages, signature, scroller, virtualizer, width, current, getPageHeight }}
              marksOf={(page) =>
                search.isOpen ? (
                  <FoundMarks find={search.find} page={page} />
                ) : (
                  located?.page === page && <PageMarks boxes={located.boxes} />
                )
              }
            />
          </div>
        </div>
        {sheets && sheets.length > 1 && <SheetTabs sheets={sheets} current={current + 1} onPage={goToPage} />}
      </div>
    </>
  );
}

type Layout = ReturnType<typeof usePageLayout>;

/** Locates the cited passage and scrolls to it once the pages have places. */
function usePassage(
  fileId: number,
  passage: Passage,
  { virtualizer, width, getPageHeight }: Layout,
  pageLayout: FilePages['layout'],
) {
  const isQuoted = passage.quote !== undefined;
  const { data, isError } = useLocatedPassage(fileId, passage, { layout: pageLayout, enabled: isQuoted });
  const located = data ?? undefined;
  useScrollToMatch(virtualizer, width > 0 ? located : undefined, getPageHeight);
  return { located, isMissing: isQuoted && (isError || data === null) };
}

/** Opens and closes the bar that finds text, and scrolls to what it has found. */
function useFindBar(
  fileId: number,
  { virtualizer, getPageHeight }: Layout,
  pageLayout: FilePages['layout'],
  scroller: RefObject<HTMLElement | null>,
) {
  const [isOpen, setOpen] = useState(false);
  const find = usePageFind(fileId, pageLayout);
  useScrollToMatch(virtualizer, isOpen ? find.current : undefined, getPageHeight);
  const close = () => {
    setOpen(false);
    scroller.current?.focus();
  };
  return { find, isOpen, close, toggle: () => (isOpen ? close() : setOpen(true)) };
}

/** Lays out the pages at the chosen zoom, and keeps the page that is read and the zoom for the next visit. */
function usePageLayout(
  { file, pages, sheets, firstPage }: PageScrollerProps,
  scroller: RefObject<HTMLElement | null>,
) {
  const [stored] = useState(() => readPosition(file.id));
  const [zoom, setZoom] = useState(() => parseZoom(stored?.zoom));
  const boxWidth = useContentWidth(scroller);
  const width = getPageWidth(boxWidth, zoom, sheets !== undefined);
  const getPageHeight = (index: number): number => scaleHeight(pages[index], width);
  const virtualizer = useVirtualizer({
    count: width > 0 ? pages.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => getPageHeight(index) + PAGE_GAP_PX,
    overscan: PREFETCHED_PAGES,
  });
  const { current, readIndex, goToIndex } = useCurrentPage(
    virtualizer,
    width,
    Math.min(firstPage ?? stored?.page ?? 1, pages.length) - 1,
  );
  useEffect(
    () => storePosition(file.id, { page: current + 1, zoom: String(zoom) }),
    [file.id, current, zoom],
  );
  const scrollsSideways = width > boxWidth;
  const goToPage = (page: number) => goToIndex(page - 1);
  return { zoom, setZoom, width, scrollsSideways, getPageHeight, virtualizer, current, readIndex, goToPage };
}

/** The controls above the pages, unless the screen around them has a bar for these. */
function OwnControls({ reader }: Pick<ReturnType<typeof usePageControls>, 'reader'>) {
  const hasBar = useHasReaderBar();
  if (hasBar) return null;
  return (
    <div className="border-line border-b p-1">
      <ReaderControls reader={reader} />
    </div>
  );
}

/** Says that the cited passage is not marked. */
const PassageNotice = ({ isMissing }: { isMissing: boolean }) => (
  <div role="status" className="empty:hidden">
    {isMissing && (
      <Notice tone="info">The passage could not be located in the document as it is shown.</Notice>
    )}
  </div>
);

function FoundMarks({ find, page }: { find: ReturnType<typeof usePageFind>; page: number }) {
  return find.matches
    .filter((match) => match.page === page)
    .map((match) => (
      <PageMarks key={JSON.stringify(match.boxes)} boxes={match.boxes} isCurrent={match === find.current} />
    ));
}

const scaleHeight = (page: FilePages['pages'][number] | undefined, width: number): number =>
  page ? Math.round((width * page.height) / page.width) : 0;

import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FilePages } from '#shared/contracts/pages.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { readPosition, storePosition } from '#web/lib/browser/reading-positions.ts';
import { getPageWidth } from '#web/lib/documents/page-layout.ts';
import { useHasReaderBar } from '../reader/reader-context.tsx';
import { ReaderControls } from '../reader/reader-controls.tsx';
import { PageFindBar } from './page-find-bar.tsx';
import { PageImage } from './page-image.tsx';
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
  signature: PageSignature;
  /** First visible page; without it reading continues where it stopped. */
  firstPage: number | undefined;
}

/** Shows the pages in a scroll area; only visible pages and their neighbours are rendered. */
export function PageScroller({ file, pages, sheets, signature, firstPage }: PageScrollerProps) {
  const scroller = useRef<HTMLElement>(null);
  const [stored] = useState(() => readPosition(file.id));
  const [zoom, setZoom] = useState(() => parseZoom(stored?.zoom));
  const [areThumbnailsShown, setThumbnailsShown] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const find = usePageFind(file.id);
  const boxWidth = useContentWidth(scroller);
  const width = getPageWidth(boxWidth, zoom, sheets !== undefined);
  const getPageHeight = (index: number): number => scaleHeight(pages[index], width);
  const virtualizer = useVirtualizer({
    count: width > 0 ? pages.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => getPageHeight(index) + PAGE_GAP_PX,
    overscan: PREFETCHED_PAGES,
  });
  const { current, goToIndex } = useCurrentPage(
    virtualizer,
    width,
    Math.min(firstPage ?? stored?.page ?? 1, pages.length) - 1,
  );
  useEffect(
    () => storePosition(file.id, { page: current + 1, zoom: String(zoom) }),
    [file.id, current, zoom],
  );
  useScrollToMatch(virtualizer, isFinding ? find.current : undefined, getPageHeight);
  const goToPage = (page: number) => goToIndex(page - 1);
  const closeFind = () => {
    setFinding(false);
    scroller.current?.focus();
  };

  const { reader, onKeyDown } = usePageControls({
    page: current + 1,
    count: pages.length,
    onPage: goToPage,
    zoom,
    onZoom: setZoom,
    scrollsSideways: width > boxWidth,
    areThumbnailsShown,
    onThumbnails: () => setThumbnailsShown(!areThumbnailsShown),
    isFinding,
    onFind: () => (isFinding ? closeFind() : setFinding(true)),
  });
  const hasBar = useHasReaderBar();
  return (
    <>
      <ViewTrackingNotice file={file} page={current + 1} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the controls inside */}
      <div
        onKeyDown={onKeyDown}
        className="flex min-h-96 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface print:hidden"
      >
        {!hasBar && (
          <div className="border-line border-b p-1">
            <ReaderControls reader={reader} />
          </div>
        )}
        <div className="relative flex min-h-0 flex-1">
          {areThumbnailsShown && (
            <PageThumbnails
              fileId={file.id}
              pages={pages}
              signature={signature}
              current={current + 1}
              onPage={goToPage}
            />
          )}
          <div className="relative min-w-0 flex-1">
            {isFinding && <PageFindBar find={find} onClose={closeFind} />}
            <PageColumn
              {...{ file, pages, signature, scroller, virtualizer, width, current, getPageHeight }}
              marksOf={(page) => isFinding && <FoundMarks find={find} page={page} />}
            />
          </div>
        </div>
        {sheets && sheets.length > 1 && <SheetTabs sheets={sheets} current={current + 1} onPage={goToPage} />}
      </div>
    </>
  );
}

interface PageColumnProps extends Pick<PageScrollerProps, 'file' | 'pages' | 'signature'> {
  scroller: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLElement, Element>;
  width: number;
  /** The index of the page that is read. */
  current: number;
  getPageHeight: (index: number) => number;
  marksOf: (page: number) => ReactNode;
}

/** The box that scrolls, with the pages in view and their neighbors. */
function PageColumn(props: PageColumnProps) {
  const { file, pages, signature, scroller, virtualizer, width, current, getPageHeight, marksOf } = props;
  // The first page that is seen comes before its neighbors, which would share a slow connection with it.
  const [hasFirstPage, setHasFirstPage] = useState(false);
  return (
    <section
      ref={scroller}
      aria-label={`Pages of ${file.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
      tabIndex={0}
      className="absolute inset-0 overflow-auto bg-sunken outline-offset-[-2px]"
    >
      <ol className="relative my-4" style={{ height: virtualizer.getTotalSize(), minWidth: width }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <PositionedPage key={key} start={start}>
            <PageImage
              fileId={file.id}
              {...{ signature, width }}
              page={index + 1}
              count={pages.length}
              isDeferred={!hasFirstPage && index !== current}
              onSettled={() => setHasFirstPage(true)}
              height={getPageHeight(index)}
              frozenHeight={scaleFrozen(pages[index], width)}
            >
              {marksOf(index + 1)}
            </PageImage>
          </PositionedPage>
        ))}
      </ol>
    </section>
  );
}

function FoundMarks({ find, page }: { find: ReturnType<typeof usePageFind>; page: number }) {
  return find.matches
    .filter((match) => match.page === page)
    .map((match) => (
      <PageMarks key={JSON.stringify(match.boxes)} boxes={match.boxes} isCurrent={match === find.current} />
    ));
}

const scaleHeight = (page: FilePages['pages'][number] | undefined, width: number): number =>
  page ? Math.round((width * page.height) / page.width) : 0;

/** Browsers place the part that stays in view at whole pixels. */
const scaleFrozen = (page: FilePages['pages'][number] | undefined, width: number): number =>
  page?.frozenHeight === undefined ? 0 : Math.ceil((width * page.frozenHeight) / page.width);

function PositionedPage({ start, children }: { start: number; children: ReactNode }) {
  return (
    // No transform: inside one, the names of columns would not stay in view.
    <li className="absolute inset-x-0" style={{ top: start }}>
      {children}
    </li>
  );
}

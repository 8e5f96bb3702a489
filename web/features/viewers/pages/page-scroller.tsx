import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FilePages } from '#shared/contracts/pages.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { PageImage } from './page-image.tsx';
import { FIT_WIDTH_ZOOM, getNextZoom, getPageWidth } from './page-layout.ts';
import { PageToolbar } from './page-toolbar.tsx';
import type { PageSignature } from './signed-pages.ts';

const PAGE_GAP_PX = 16;
/** Number of pages fetched ahead. */
const PREFETCHED_PAGES = 2;

interface PageScrollerProps {
  file: File;
  pages: FilePages['pages'];
  signature: PageSignature;
  /** First visible page. */
  firstPage: number;
}

/** Shows the pages in a scroll area; only visible pages and their neighbours are rendered. */
export function PageScroller({ file, pages, signature, firstPage }: PageScrollerProps) {
  const scroller = useRef<HTMLElement>(null);
  const boxWidth = useContentWidth(scroller);
  const [zoom, setZoom] = useState(FIT_WIDTH_ZOOM);
  const width = getPageWidth(boxWidth, zoom);
  const getPageHeight = (index: number): number => scaleHeight(pages[index], width);
  const virtualizer = useVirtualizer({
    count: width > 0 ? pages.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => getPageHeight(index) + PAGE_GAP_PX,
    overscan: PREFETCHED_PAGES,
  });
  const current = useCurrentPage(virtualizer, width, Math.min(firstPage, pages.length) - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') setZoom(getNextZoom(zoom, 'in'));
    if (event.key === '-') setZoom(getNextZoom(zoom, 'out'));
    if (event.key === '0') setZoom(FIT_WIDTH_ZOOM);
  };
  return (
    <>
      <ViewTrackingNotice file={file} page={current + 1} />
      <div className="flex min-h-96 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface print:hidden">
        <PageToolbar
          page={current + 1}
          count={pages.length}
          onPage={(page) => virtualizer.scrollToIndex(page - 1, { align: 'start' })}
          zoom={zoom}
          onZoom={setZoom}
        />
        <div className="relative flex-1">
          <section
            ref={scroller}
            aria-label={`Pages of ${file.name}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
            tabIndex={0}
            onKeyDown={onKeyDown}
            className="absolute inset-0 overflow-auto bg-sunken outline-offset-[-2px]"
          >
            <ol className="relative my-4" style={{ height: virtualizer.getTotalSize(), minWidth: width }}>
              {virtualizer.getVirtualItems().map(({ index, key, start }) => (
                <PositionedPage key={key} start={start}>
                  <PageImage
                    fileId={file.id}
                    signature={signature}
                    width={width}
                    page={index + 1}
                    count={pages.length}
                    height={getPageHeight(index)}
                  />
                </PositionedPage>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </>
  );
}

const scaleHeight = (page: FilePages['pages'][number] | undefined, width: number): number =>
  page ? Math.round((width * page.height) / page.width) : 0;

function PositionedPage({ start, children }: { start: number; children: ReactNode }) {
  return (
    <li className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
      {children}
    </li>
  );
}

/** Measures the width of an element without its padding, in pixels; 0 before it is measured. */
function useContentWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the index of the page in the middle of the viewport, and keeps it in view when the page width changes. */
function useCurrentPage(
  virtualizer: Virtualizer<HTMLElement, Element>,
  width: number,
  firstIndex: number,
): number {
  const visibleIndex = useRef(firstIndex);
  const laidOutWidth = useRef(0);
  const middle = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0) / 2;
  const current = virtualizer.getVirtualItemForOffset(middle)?.index ?? visibleIndex.current;
  useLayoutEffect(() => {
    if (width === 0) return;
    if (laidOutWidth.current === width) {
      visibleIndex.current = current;
      return;
    }
    laidOutWidth.current = width;
    virtualizer.measure();
    virtualizer.scrollToIndex(visibleIndex.current, { align: 'start' });
  });
  return current;
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { FilePages } from '#shared/contracts/pages.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { PageImage } from '#web/features/viewers/pages/page-image.tsx';
import { useContentWidth } from '#web/features/viewers/pages/page-scrolling.ts';
import { type PageSignature, useSignedPages } from '#web/features/viewers/pages/signed-pages.ts';
import { FIT_WIDTH_ZOOM, getPageWidth } from '#web/lib/documents/page-layout.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const PAGE_GAP_PX = 16;
/** Number of pages fetched ahead. */
const PREFETCHED_PAGES = 2;

interface VersionPagesProps {
  fileId: number;
  version: number;
}

/** Shows the pages of one version as images. */
export function VersionPages({ fileId, version }: VersionPagesProps) {
  const { pages: data, signature, error, refetch } = useSignedPages(fileId, version);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data || !signature) return <Loading message="Loading pages" />;
  if (data.reason !== null) return <Notice tone="info">{data.sentence}</Notice>;
  return <PageList key={data.layout} {...{ fileId, version, signature }} pages={data.pages} />;
}

interface PageListProps extends VersionPagesProps {
  pages: FilePages['pages'];
  signature: PageSignature;
}

function PageList({ fileId, version, pages, signature }: PageListProps) {
  const scroller = useRef<HTMLElement>(null);
  const width = getPageWidth(useContentWidth(scroller), FIT_WIDTH_ZOOM);
  const heightOf = (index: number): number => {
    const page = pages[index];
    return page ? Math.round((width * page.height) / page.width) : 0;
  };
  const virtualizer = useVirtualizer({
    count: width > 0 ? pages.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(index) + PAGE_GAP_PX,
    overscan: PREFETCHED_PAGES,
  });
  return (
    <div className="relative min-h-96 flex-1 overflow-hidden rounded-lg border border-line print:hidden">
      <section
        ref={scroller}
        aria-label={`Pages of version ${version}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-auto bg-sunken outline-offset-[-2px]"
      >
        <ol className="relative my-4" style={{ height: virtualizer.getTotalSize(), minWidth: width }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <li
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <PageImage
                {...{ fileId, version, signature, width }}
                page={index + 1}
                count={pages.length}
                height={heightOf(index)}
              />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

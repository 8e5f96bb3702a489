import type { PageLayouts } from '../conversion/page-layouts.ts';
import type { DocumentSource } from '../document-source.ts';
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts';
import { hasGreyPixels } from './grey-pixels.ts';
import type { PageCache } from './page-cache.ts';
import type { RenderingPool } from './rendering-pool.ts';
import type { PageImage, PageList } from './rendering-results.ts';

/** A page in the form in which the document with this key was rendered. */
interface RenderedPage {
  readonly key: string;
  readonly drawing: PageImage;
}

/** A conversion that the layout needs has failed. */
export const NO_LAYOUT = { problem: 'damaged' } as const;

/** A damaged document costs a process now and then. */
const RETRY_AFTER_MS = 10 * 60_000;

export const pageNameOf = (key: string, page: number, width: number): string => `${key} ${page} ${width}`;

const pixelsNameOf = (key: string, page: number, width: number): string =>
  `${pageNameOf(key, page, width)} pixels`;

function createPageSearch(cache: PageCache, problems: BoundedCache<PageImage>) {
  async function find(key: string, page: number, width: number): Promise<RenderedPage | undefined> {
    const name = pageNameOf(key, page, width);
    const image = await cache.get(name);
    const drawing = image ? { image } : problems.get(name);
    return drawing && { key, drawing };
  }

  /** Finds the pixels of a page, or else its JPEG. */
  async function findPixels(key: string, page: number, width: number): Promise<RenderedPage | undefined> {
    const image = await cache.get(pixelsNameOf(key, page, width));
    return image ? { key, drawing: { image } } : find(key, page, width);
  }

  return { find, findPixels };
}

/**
 * Keeps the pages of documents and their lists, and renders what is missing. What fails because of the document is not tried
 * again; what a busy machine may have caused, some minutes later.
 */
export function createKeptPages(
  layouts: PageLayouts,
  pool: Pick<RenderingPool, 'listPages' | 'renderPage' | 'renderPixels'>,
  {
    cache,
    retryAfterMs = RETRY_AFTER_MS,
  }: { readonly cache: PageCache; readonly retryAfterMs: number | undefined },
) {
  const ageOf = (result: PageList | PageImage): number | undefined =>
    'problem' in result && (result.mayPass || result.problem === 'too-long') ? retryAfterMs : undefined;

  const pageLists = createBoundedCache<PageList>();
  const problems = createBoundedCache<PageImage>();

  const { find, findPixels } = createPageSearch(cache, problems);

  /** Draws a page as a JPEG, or for a watermark as whatever that is drawn on soonest. */
  async function drawPage(
    document: DocumentSource,
    page: number,
    width: number,
    { isForWatermark = false } = {},
  ): Promise<RenderedPage> {
    const findDrawn = isForWatermark ? findPixels : find;
    const found = await findDrawn(await layouts.keyOf(document), page, width);
    if (found) return found;
    const laidOut = await layouts.layOut(document);
    if (!laidOut) return { key: document.key, drawing: NO_LAYOUT };
    const { key } = laidOut;
    const known = await findDrawn(key, page, width);
    if (known) return known;
    const name = pageNameOf(key, page, width);
    const drawing = isForWatermark
      ? await pool.renderPixels(laidOut, page, width)
      : await pool.renderPage(laidOut, page, width);
    if ('problem' in drawing) return { key, drawing: problems.set(name, drawing, ageOf(drawing)) };
    const isPacked = hasGreyPixels(drawing.image);
    void cache.storeInBackground(isPacked ? pixelsNameOf(key, page, width) : name, drawing.image);
    return { key, drawing };
  }

  async function listPages(document: DocumentSource, options?: { isPatient: boolean }): Promise<PageList> {
    const found = pageLists.get(await layouts.keyOf(document));
    if (found) return found;
    const laidOut = await layouts.layOut(document, options);
    if (!laidOut) return NO_LAYOUT;
    const { key, layout, isConvertible } = laidOut;
    const known = pageLists.get(key);
    if (known) return known;
    const list = await pool.listPages(laidOut);
    // The program for this type of document failed on it as well.
    const isRefused = isConvertible && 'problem' in list && list.problem === 'unsupported';
    const result = { ...(isRefused ? NO_LAYOUT : list), ...(layout && { layout }) };
    return pageLists.set(key, result, ageOf(result));
  }

  return { find, drawPage, listPages };
}

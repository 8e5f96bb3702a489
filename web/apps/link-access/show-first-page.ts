import { readPosition } from '#web/lib/browser/reading-positions.ts';
import { getImageWidth, getPageWidth, isSlowConnection } from '#web/lib/documents/page-layout.ts';
import { startApp } from './start-app.ts';

/** At the latest then the app is shown, whatever it shows. */
const MAX_COVERED_MS = 15_000;
const BAR_HEIGHT = '48px';

interface FirstPage {
  readonly fileId: number;
  /** The signed path of its image, without a width. */
  readonly path: string;
}

/**
 * Shows the first page of a document over everything as soon as it is there, and starts the app below it, in this document: the
 * visitor reads while the app loads. Returns false if the page cannot be shown so; the app is then opened as usual.
 */
export async function showFirstPage({ fileId, path }: FirstPage): Promise<boolean> {
  const stored = readPosition(fileId);
  // Reading continues elsewhere.
  if (stored && (stored.page !== 1 || stored.zoom !== '1')) return false;
  const pageWidth = getPageWidth(document.documentElement.clientWidth, 1);
  const width = getImageWidth(pageWidth, devicePixelRatio);
  const image = await fetchImage(`${path}&width=${width}${isSlowConnection() ? '&compact=true' : ''}`);
  if (!image) return false;
  image.style.cssText = `display: block; width: ${pageWidth}px; margin: 16px auto; background: #fff; box-shadow: 0 2px 8px rgb(0 0 0 / 0.2)`;
  const cover = createCover(image);
  document.body.replaceChildren(cover);
  const uncover = () => cover.remove();
  globalThis.earlyPage = { fileId, page: 1, width, url: image.src, onShown: uncover };
  setTimeout(uncover, MAX_COVERED_MS);
  // The page is painted before the code of the app keeps the processor busy.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return startApp(`/file/${fileId}`);
}

/** Fetches an image whole, so that the app can show it without a second request. */
async function fetchImage(url: string): Promise<HTMLImageElement | undefined> {
  const response = await fetch(url).catch(() => undefined);
  // Files without pages have no content here.
  if (response?.status !== 200) return undefined;
  const image = new Image();
  image.alt = 'Page 1';
  image.src = URL.createObjectURL(await response.blob());
  return image.decode().then(
    () => image,
    () => undefined,
  );
}

function createCover(image: HTMLImageElement): HTMLElement {
  const cover = document.createElement('div');
  const { color, backgroundColor, font } = getComputedStyle(document.body);
  // The style sheet of this page ends with it.
  Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '100', overflow: 'auto' });
  Object.assign(cover.style, { color, backgroundColor, font });
  const bar = document.createElement('p');
  bar.role = 'status';
  bar.textContent = 'Loading the document';
  Object.assign(bar.style, { height: BAR_HEIGHT, margin: '0', lineHeight: BAR_HEIGHT, textAlign: 'center' });
  cover.append(bar, image);
  return cover;
}

import type { KeyboardEvent } from 'react';
import { FIT_WIDTH_ZOOM, getNextZoom } from '#web/lib/documents/page-layout.ts';
import type { ReaderAction, ReaderState } from '#web/lib/documents/reader-state.ts';
import { type Reader, useReaderInBar } from '../reader/reader-context.tsx';

interface PageControls {
  /** The index of the page that is read. */
  current: number;
  /** Returns the index of this moment, which may be ahead of the rendered one. */
  readIndex: () => number;
  count: number;
  goToPage: (page: number) => void;
  zoom: number;
  setZoom: (zoom: number) => void;
  /** The page is wider than its box. */
  scrollsSideways: boolean;
  areThumbnailsShown: boolean;
  onThumbnails: () => void;
  isFinding: boolean;
  onFind: () => void;
}

/** Connects page images with the controls, in the bar of the page if it has one, and with the keyboard. */
export function usePageControls(controls: PageControls): {
  reader: Reader;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const { current, readIndex, count, goToPage, zoom, setZoom, scrollsSideways } = controls;
  const { areThumbnailsShown, onThumbnails, isFinding, onFind } = controls;
  const state: ReaderState = {
    page: current + 1,
    count,
    zoom: `${Math.round(zoom * 100)}%`,
    canZoomIn: getNextZoom(zoom, 'in') !== zoom,
    canZoomOut: getNextZoom(zoom, 'out') !== zoom,
    canRotate: false,
    areThumbnailsShown,
    isFinding,
  };
  const readPage = () => readIndex() + 1;
  const send = (action: ReaderAction) => {
    if (action.action === 'page') goToPage(Math.min(count, Math.max(1, action.page)));
    // Beyond the ends nothing moves: the page that is read would jump to its beginning.
    if (action.action === 'previous-page' && readPage() > 1) goToPage(readPage() - 1);
    if (action.action === 'next-page' && readPage() < count) goToPage(readPage() + 1);
    if (action.action === 'zoom-in') setZoom(getNextZoom(zoom, 'in'));
    if (action.action === 'zoom-out') setZoom(getNextZoom(zoom, 'out'));
    if (action.action === 'fit-width') setZoom(FIT_WIDTH_ZOOM);
    if (action.action === 'thumbnails') onThumbnails();
    if (action.action === 'find') onFind();
  };
  useReaderInBar(state, send);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === '+' || event.key === '=') send({ action: 'zoom-in' });
    if (event.key === '-') send({ action: 'zoom-out' });
    if (event.key === '0') send({ action: 'fit-width' });
    // A page that is wider than its box scrolls sideways with these keys.
    if (scrollsSideways) return;
    if (event.key === 'ArrowLeft') send({ action: 'previous-page' });
    if (event.key === 'ArrowRight') send({ action: 'next-page' });
  };
  return { reader: { state, send }, onKeyDown };
}

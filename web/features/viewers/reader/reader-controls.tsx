import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Minus from 'lucide-react/icons/minus';
import PanelLeft from 'lucide-react/icons/panel-left';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useEffect } from 'react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FIELD_STYLES } from '#web/ui/forms/field.tsx';
import type { Reader } from './reader-context.tsx';
import { parseRequestedPage } from './requested-page.ts';

/** Opens find wherever the focus is on the page, in place of the browser's, which cannot search page images. */
function useFindShortcut({ state: { isFinding }, send }: Reader): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'f';
      if (!isFind || event.defaultPrevented) return;
      event.preventDefault();
      if (!isFinding) send({ action: 'find' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isFinding, send]);
}

/** Turns pages with the arrow keys while nothing on the page has the focus; the viewer does so while it has it. */
function useArrowKeys({ send }: Reader): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return;
      if (!(target instanceof Element && target.matches('body, main'))) return;
      if (key === 'ArrowLeft') send({ action: 'previous-page' });
      if (key === 'ArrowRight') send({ action: 'next-page' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [send]);
}

/** Shows the current page, the zoom controls, and the buttons of thumbnails and find; on a phone only the page. */
export function ReaderControls({ reader }: { reader: Reader }) {
  const { state, send } = reader;
  useFindShortcut(reader);
  useArrowKeys(reader);
  return (
    <div role="toolbar" aria-label="Document" className="flex items-center gap-0.5 sm:gap-1">
      <IconButton
        icon={PanelLeft}
        className="max-sm:hidden"
        label="Thumbnails"
        aria-expanded={state.areThumbnailsShown}
        onClick={() => send({ action: 'thumbnails' })}
      />
      <PageControls {...{ state, send }} />
      <ZoomControls {...{ state, send }} />
      <IconButton
        icon={Search}
        className="max-sm:hidden"
        label="Find in document"
        aria-expanded={state.isFinding}
        onClick={() => send({ action: 'find' })}
      />
    </div>
  );
}

function PageControls({ state: { page, count }, send }: Reader) {
  const goToPage = (input: HTMLInputElement) => {
    const requested = parseRequestedPage(input.value, count) ?? page;
    // What is no other page gives way to the current one.
    input.value = String(requested);
    if (requested !== page) send({ action: 'page', page: requested });
  };
  return (
    <>
      <IconButton
        icon={ChevronUp}
        className="max-lg:hidden"
        label="Previous page"
        disabled={page <= 1}
        onClick={() => send({ action: 'previous-page' })}
      />
      <IconButton
        icon={ChevronDown}
        className="max-lg:hidden"
        label="Next page"
        disabled={page >= count}
        onClick={() => send({ action: 'next-page' })}
      />
      {/* Recreated for each page, so that it shows the current page until the user types. */}
      <input
        key={page}
        aria-label="Page number"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page}
        style={{ width: `calc(${String(count).length}ch + 1.75rem)` }}
        className={`${FIELD_STYLES} px-1 text-center tabular-nums`}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && goToPage(currentTarget)}
        onBlur={({ currentTarget }) => goToPage(currentTarget)}
      />
      <span className="whitespace-nowrap pl-1 text-ink-muted text-sm tabular-nums">/ {count}</span>
    </>
  );
}

function ZoomControls({ state: { zoom, canZoomIn, canZoomOut }, send }: Reader) {
  return (
    <span className="flex items-center max-md:hidden">
      <IconButton
        icon={Minus}
        label="Zoom out"
        disabled={!canZoomOut}
        onClick={() => send({ action: 'zoom-out' })}
      />
      <span
        role="status"
        aria-label="Zoom"
        className="w-12 text-center text-ink-muted text-sm tabular-nums max-xl:sr-only"
      >
        {zoom}
      </span>
      <IconButton
        icon={Plus}
        label="Zoom in"
        disabled={!canZoomIn}
        onClick={() => send({ action: 'zoom-in' })}
      />
    </span>
  );
}

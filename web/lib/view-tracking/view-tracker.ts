import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { noteReading } from '#shared/contracts/file-views.ts';
import { readReport } from '../documents/frame-messages.ts';
import { createReadingClock } from './page-timer.ts';

const TICK_MS = 1_000;
const TICKS_OF_HEARTBEAT = 5;
/** While the server can't be reached the clock keeps the rest. */
const MOST_UNHEARD = 2;

/** Signs that somebody is there; a film or a sound that plays is one, and scrolling by whatever means. */
const USES = ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown', 'scroll', 'timeupdate'] as const;

type Batch = BodyOf<typeof noteReading>;
type Answer = ResultOf<typeof noteReading>;

export interface Reading {
  turnTo(page: number): void;
  /** Tells what is left. */
  stop(): void;
}

interface ReadingOptions {
  fileId: number;
  /** What stands where the document stands: behind a dialog that covers it nothing is read. */
  place: Element;
  /** Called once it is known that this reading is one that is recorded. */
  onRecorded?: () => void;
}

/**
 * Tells the server that a file is open, which of its pages are before the reader's eyes and for how long, until it is
 * stopped. Before the first page is named none is.
 */
export function tellReading({ fileId, place, onRecorded }: ReadingOptions): Reading {
  const clock = createReadingClock(() => performance.now());
  /** Of which nothing was heard: they go once more with the next heartbeat, and count once. */
  const unheard: Batch[] = [];
  const end = new AbortController();
  const { signal } = end;

  const isInView = () =>
    document.visibilityState === 'visible' &&
    // Of the page around a frame: it has the focus too when the frame has it. None but our own can be around it.
    (window.top ?? window).document.hasFocus() &&
    place.closest('[aria-hidden="true"], [inert]') === null;

  async function tell(batch: Batch): Promise<void> {
    const response = await fetch(`/api/files/${fileId}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      // Goes its way also when the page is closed meanwhile.
      keepalive: true,
    }).catch(() => null);
    if (response === null || response.status >= 500 || response.status === 429)
      return void unheard.push(batch);
    const answer: Answer | null = response.ok ? await response.json().catch(() => null) : null;
    if (answer?.recorded) onRecorded?.();
    // The right or the session has ended, or it is the owner's own reading.
    else end.abort();
  }

  const next = (): Batch => ({ batch: Math.ceil(Math.random() * 2 ** 48), pages: clock.take() });
  const tellAll = () => {
    if (signal.aborted) return;
    const batches = unheard.splice(0);
    if (batches.length < MOST_UNHEARD) {
      const batch = next();
      if (batch.pages.length > 0) batches.push(batch);
    }
    for (const batch of batches) void tell(batch);
  };

  let ticks = 0;
  const timer = setInterval(() => {
    clock.see(isInView());
    ticks += 1;
    if (ticks % TICKS_OF_HEARTBEAT === 0) tellAll();
  }, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  for (const use of USES)
    document.addEventListener(use, () => clock.use(), { capture: true, passive: true, signal });
  // A frame with an origin of its own keeps its events to itself, and says that it is used.
  window.addEventListener('message', ({ data }) => readReport(data)?.state === 'used' && clock.use(), {
    signal,
  });
  const onHide = () => {
    clock.see(isInView());
    if (document.visibilityState === 'hidden') tellAll();
  };
  document.addEventListener('visibilitychange', onHide, { signal });
  // Not every browser hides a page before it goes.
  window.addEventListener('pagehide', tellAll, { signal });

  clock.see(isInView());
  // That it is open is known at once, whatever becomes of the page.
  void tell(next());
  return {
    turnTo: (page) => clock.turnTo(page),
    stop() {
      tellAll();
      end.abort();
    },
  };
}

import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { recordViewTime } from '#shared/contracts/file-views.ts';
import { parseFrameMessage } from '../documents/frame-messages.ts';
import { createPageTimer } from './page-timer.ts';

const TICK_MS = 1_000;
const TICKS_PER_HEARTBEAT = 5;
/** While the server can't be reached the clock keeps the rest. */
const MAX_UNACKNOWLEDGED_BATCHES = 2;

/** Signs that somebody is there; a film or a sound that plays is one, and scrolling by whatever means. */
const ACTIVITY_EVENTS = [
  'pointerdown',
  'pointermove',
  'wheel',
  'touchmove',
  'keydown',
  'scroll',
  'timeupdate',
] as const;

type Batch = BodyOf<typeof recordViewTime>;
type Answer = ResultOf<typeof recordViewTime>;

export interface ViewTracker {
  setPage(page: number): void;
  /** Tells what is left. */
  stop(): void;
}

interface ViewTrackerOptions {
  fileId: number;
  /** What stands where the document stands: behind a dialog that covers it nothing is read. */
  container: Element;
  /** Called once it is known that this reading is one that is recorded. */
  onRecorded?: () => void;
}

/**
 * Tells the server that a file is open, which of its pages are before the reader's eyes and for how long, until it is
 * stopped. Before the first page is named none is.
 */
export function startViewTracker({ fileId, container, onRecorded }: ViewTrackerOptions): ViewTracker {
  const pageTimer = createPageTimer(() => performance.now());
  /** Of which nothing was heard: they go once more with the next heartbeat, and count once. */
  const unacknowledged: Batch[] = [];
  const end = new AbortController();
  const { signal } = end;

  const isInView = () =>
    document.visibilityState === 'visible' &&
    // Of the page around a frame: it has the focus too when the frame has it. None but our own can be around it.
    (window.top ?? window).document.hasFocus() &&
    container.closest('[aria-hidden="true"], [inert]') === null;

  async function sendBatch(batch: Batch): Promise<void> {
    const response = await fetch(`/api/files/${fileId}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      // Goes its way also when the page is closed meanwhile.
      keepalive: true,
    }).catch(() => null);
    if (response === null || response.status >= 500 || response.status === 429)
      return void unacknowledged.push(batch);
    const answer: Answer | null = response.ok ? await response.json().catch(() => null) : null;
    if (answer?.recorded) onRecorded?.();
    // The right or the session has ended, or it is the owner's own reading.
    else end.abort();
  }

  const takeBatch = (): Batch => ({
    batch: Math.ceil(Math.random() * 2 ** 48),
    pages: pageTimer.takePageTimes(),
  });
  const sendPending = () => {
    if (signal.aborted) return;
    const batches = unacknowledged.splice(0);
    if (batches.length < MAX_UNACKNOWLEDGED_BATCHES) {
      const batch = takeBatch();
      if (batch.pages.length > 0) batches.push(batch);
    }
    for (const batch of batches) void sendBatch(batch);
  };

  let ticks = 0;
  const timer = setInterval(() => {
    pageTimer.setVisible(isInView());
    ticks += 1;
    if (ticks % TICKS_PER_HEARTBEAT === 0) sendPending();
  }, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  for (const use of ACTIVITY_EVENTS)
    document.addEventListener(use, () => pageTimer.recordActivity(), {
      capture: true,
      passive: true,
      signal,
    });
  // A frame with an origin of its own keeps its events to itself, and says that it is used.
  window.addEventListener(
    'message',
    ({ data }) => parseFrameMessage(data)?.state === 'used' && pageTimer.recordActivity(),
    {
      signal,
    },
  );
  const onHide = () => {
    pageTimer.setVisible(isInView());
    if (document.visibilityState === 'hidden') sendPending();
  };
  document.addEventListener('visibilitychange', onHide, { signal });
  // Not every browser hides a page before it goes.
  window.addEventListener('pagehide', sendPending, { signal });

  pageTimer.setVisible(isInView());
  // That it is open is known at once, whatever becomes of the page.
  void sendBatch(takeBatch());
  return {
    setPage: (page) => pageTimer.setPage(page),
    stop() {
      sendPending();
      end.abort();
    },
  };
}

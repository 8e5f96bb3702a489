import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { recordViewTime } from '#shared/contracts/file-views.ts';
import { watchFrameActivity } from './frame-activity.ts';
import { createPageTimer } from './page-timer.ts';

const TICK_MS = 1_000;
const TICKS_PER_HEARTBEAT = 5;
/** While this many batches are unacknowledged, no new one is taken and the page timer keeps the time. */
const MAX_UNACKNOWLEDGED_BATCHES = 2;

/** Signs that the user is present; playing media and any kind of scrolling count too. */
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
type PageTimer = ReturnType<typeof createPageTimer>;

export interface ViewTracker {
  setPage(page: number): void;
  /** Sends the remaining view time and ends the tracking. */
  stop(): void;
}

interface ViewTrackerOptions {
  fileId: number;
  /** The element around the document; no time counts while a dialog hides it. */
  container: Element;
  /** Called when the server reports that it records these views. */
  onRecorded?: () => void;
}

/**
 * Reports to the server that a file is open, which of its pages are visible and for how long, until it is stopped.
 * No page time counts before the first `setPage`.
 */
export function startViewTracker({ fileId, container, onRecorded }: ViewTrackerOptions): ViewTracker {
  const pageTimer = createPageTimer(() => performance.now());
  const end = new AbortController();
  const { signal } = end;
  const sendPending = createBatchSender(fileId, pageTimer, end, onRecorded);
  const updateVisibility = () => pageTimer.setVisible(isInView(container));

  let ticks = 0;
  const timer = setInterval(() => {
    updateVisibility();
    ticks += 1;
    if (ticks % TICKS_PER_HEARTBEAT === 0) sendPending();
  }, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  watchActivity(() => pageTimer.recordActivity(), signal);
  const onVisibilityChange = () => {
    updateVisibility();
    if (document.visibilityState === 'hidden') sendPending();
  };
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  // Not every browser hides a page before it unloads it.
  window.addEventListener('pagehide', () => sendPending(), { signal });

  updateVisibility();
  // Reports at once that the file is open, even if the page is closed right away.
  sendPending({ evenIfEmpty: true });
  return {
    setPage: (page) => pageTimer.setPage(page),
    stop() {
      sendPending();
      end.abort();
    },
  };
}

/** Returns whether the page has the focus and no dialog covers the document. */
function isInView(container: Element): boolean {
  return (
    document.visibilityState === 'visible' &&
    // A page has the focus too when a frame inside it has.
    document.hasFocus() &&
    container.closest('[aria-hidden="true"], [inert]') === null
  );
}

/**
 * Returns a function that sends the unacknowledged batches and a new one. A batch keeps its number when it is sent again,
 * so the server counts it once. Aborts `end` when the server refuses views or does not record them.
 */
function createBatchSender(
  fileId: number,
  pageTimer: PageTimer,
  end: AbortController,
  onRecorded: (() => void) | undefined,
): (options?: { evenIfEmpty: boolean }) => void {
  const unacknowledged: Batch[] = [];

  async function send(batch: Batch): Promise<void> {
    const response = await fetch(`/api/files/${fileId}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      // Completes the request even if the page is closed meanwhile.
      keepalive: true,
    }).catch(() => null);
    if (response === null || response.status >= 500 || response.status === 429)
      return void unacknowledged.push(batch);
    const answer: Answer | null = response.ok ? await response.json().catch(() => null) : null;
    if (answer?.recorded) onRecorded?.();
    // Access or the session has ended, or the owner views their own file.
    else end.abort();
  }

  return ({ evenIfEmpty } = { evenIfEmpty: false }) => {
    if (end.signal.aborted) return;
    const batches = unacknowledged.splice(0);
    if (batches.length < MAX_UNACKNOWLEDGED_BATCHES) {
      const batch = { batch: Math.ceil(Math.random() * 2 ** 48), pages: pageTimer.takePageTimes() };
      if (evenIfEmpty || batch.pages.length > 0) batches.push(batch);
    }
    for (const batch of batches) void send(batch);
  };
}

function watchActivity(onActivity: () => void, signal: AbortSignal): void {
  for (const type of ACTIVITY_EVENTS)
    document.addEventListener(type, onActivity, { capture: true, passive: true, signal });
  watchFrameActivity(onActivity, signal);
}

import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { callForEvents } from '#web/lib/http/call.ts';
import { setLive } from '#web/lib/http/live-state.ts';

/** A browser opens six connections to a host over HTTP/1.1: tabs that nobody looks at hold none. */
const HIDDEN_TIMEOUT_MS = 5_000;
/** A tab that nobody touches stops asking, so that it does not keep its session alive. */
const UNUSED_TIMEOUT_MS = 30 * 60 * 1000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface StreamOptions {
  onChanges(changes: readonly LiveChange[]): void;
  onError(error: unknown): void;
}

/** Refusals that a later attempt does not change: the page learns of them otherwise. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Listens to the server while the tab is visible and used; reconnects with longer and longer pauses. Returns a function that ends it. */
export function openLiveStream({ onChanges, onError }: StreamOptions): () => void {
  let connection: AbortController | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let unusedTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isEnded = false;

  async function listen(): Promise<void> {
    const own = new AbortController();
    connection = own;
    try {
      for await (const { changes } of callForEvents('GET /api/events', {}, own.signal)) {
        failures = 0;
        setLive(true);
        onChanges(changes);
      }
    } catch (error) {
      if (!own.signal.aborted) onError(error);
      isEnded ||= isFinal(error);
    }
    if (connection !== own) return;
    disconnect();
    if (!own.signal.aborted && !isEnded) retry();
  }

  function retry(): void {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures += 1;
    // Not all clients of a node at once.
    retryTimer = setTimeout(connect, delayMs * (0.5 + Math.random()));
  }

  function connect(): void {
    clearTimeout(retryTimer);
    if (connection || isEnded || document.hidden) return;
    noteUse();
    void listen();
  }

  function disconnect(): void {
    clearTimeout(retryTimer);
    const open = connection;
    connection = undefined;
    setLive(false);
    open?.abort();
  }

  function followVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(disconnect, HIDDEN_TIMEOUT_MS);
    else connect();
  }

  let notedAt = 0;
  function noteUse(): void {
    clearTimeout(unusedTimer);
    unusedTimer = setTimeout(disconnect, UNUSED_TIMEOUT_MS);
  }

  function onUse(): void {
    // Pointers move often, and the timer is long.
    if (connection && performance.now() - notedAt < 1_000) return;
    notedAt = performance.now();
    if (connection) noteUse();
    else if (failures === 0) connect();
  }

  document.addEventListener('visibilitychange', followVisibility);
  for (const use of USES) document.addEventListener(use, onUse, { passive: true });
  connect();
  return () => {
    isEnded = true;
    clearTimeout(hiddenTimer);
    clearTimeout(unusedTimer);
    document.removeEventListener('visibilitychange', followVisibility);
    for (const use of USES) document.removeEventListener(use, onUse);
    disconnect();
  };
}

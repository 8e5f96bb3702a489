import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { callForEvents } from '#web/lib/http/call-for-events.ts';
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

/** Listens to the server while the tab is visible and used. Returns a function that ends it. */
export function openLiveStream(options: StreamOptions): () => void {
  const connection = createConnection(options);
  const hiddenTimer = createTimer(HIDDEN_TIMEOUT_MS, connection.disconnect);

  function followVisibility(): void {
    hiddenTimer.stop();
    if (document.hidden) hiddenTimer.start();
    else connection.connect();
  }

  document.addEventListener('visibilitychange', followVisibility);
  for (const use of USES) document.addEventListener(use, connection.noteUse, { passive: true });
  connection.connect();
  return () => {
    hiddenTimer.stop();
    document.removeEventListener('visibilitychange', followVisibility);
    for (const use of USES) document.removeEventListener(use, connection.noteUse);
    connection.end();
  };
}

/** Passes on changes until the connection ends. Resolves to true where another attempt would be refused too. */
async function receiveChanges(
  signal: AbortSignal,
  { onChanges, onError }: StreamOptions,
  onReceived: () => void,
): Promise<boolean> {
  try {
    for await (const { changes } of callForEvents('GET /api/events', {}, signal)) {
      onReceived();
      setLive(true);
      onChanges(changes);
    }
    return false;
  } catch (error) {
    if (!signal.aborted) onError(error);
    return isFinal(error);
  }
}

/** Connects to the server, and again after failures, until the tab is unused for long. */
function createConnection(options: StreamOptions) {
  let connection: AbortController | undefined;
  let notedAt = 0;
  let isEnded = false;
  const retries = createRetries(open);
  const unusedTimer = createTimer(UNUSED_TIMEOUT_MS, rest);

  async function listen(): Promise<void> {
    const own = new AbortController();
    connection = own;
    const isRefused = await receiveChanges(own.signal, options, retries.reset);
    isEnded ||= isRefused;
    // Another connection, or none, is wanted.
    if (connection !== own) return;
    disconnect();
    if (!isEnded) retries.schedule();
  }

  /** Does not count as a use: a tab would be used forever behind a proxy that ends connections. */
  function open(): void {
    retries.cancel();
    if (!connection && !isEnded && !document.hidden) void listen();
  }

  function connect(): void {
    unusedTimer.start();
    open();
  }

  function disconnect(): void {
    retries.cancel();
    const ended = connection;
    connection = undefined;
    setLive(false);
    ended?.abort();
  }

  /** Disconnects until the next use. */
  function rest(): void {
    disconnect();
    retries.reset();
  }

  function noteUse(): void {
    const isWaiting = connection !== undefined || retries.isFailing();
    // Pointers move often, and the timer is long.
    if (isWaiting && performance.now() - notedAt < 1_000) return;
    notedAt = performance.now();
    if (isWaiting) unusedTimer.start();
    else connect();
  }

  function end(): void {
    isEnded = true;
    unusedTimer.stop();
    disconnect();
  }

  return { connect, disconnect, noteUse, end };
}

/** Runs an attempt again, after longer and longer pauses until one succeeds. */
function createRetries(attempt: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  return {
    isFailing: () => failures > 0,
    schedule(): void {
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      failures += 1;
      // Spreads the clients of a node over time.
      timer = setTimeout(attempt, delayMs * (0.5 + Math.random()));
    },
    cancel: () => clearTimeout(timer),
    reset(): void {
      failures = 0;
    },
  };
}

/** Returns a timer whose start begins its time anew. */
function createTimer(delayMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    start(): void {
      stop();
      timer = setTimeout(run, delayMs);
    },
    stop,
  };
}

type Loader = () => Promise<unknown>;

const FIRST_SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
const pending = new Set<Loader>();
let isInteracting = false;

/**
 * Loads code for actions that the user may choose next: in idle time after the first sign of the user on the page, so
 * that it delays neither the first load nor the dialog that the user opens.
 */
export function preloadOnInteraction(loaders: readonly Loader[]): void {
  for (const loader of loaders) pending.add(loader);
  if (isInteracting) scheduleNext();
  else for (const sign of FIRST_SIGNS) addEventListener(sign, begin, { once: true, passive: true });
}

function begin(): void {
  if (isInteracting) return;
  isInteracting = true;
  scheduleNext();
}

/** Loads one chunk after another, so that requests of the user come first. */
function scheduleNext(): void {
  const [loader] = pending;
  if (!loader) return;
  pending.delete(loader);
  // Safari has no requestIdleCallback.
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
  // A failure is reported when the action itself loads the chunk.
  whenIdle(
    () =>
      void loader()
        .catch(() => undefined)
        .then(scheduleNext),
  );
}

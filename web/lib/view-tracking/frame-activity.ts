const target = new EventTarget();

/** Reports that the reader is active in a frame of another origin, whose events do not arrive in this page. */
export function reportFrameActivity(): void {
  target.dispatchEvent(new Event('activity'));
}

export function watchFrameActivity(onActivity: () => void, signal: AbortSignal): void {
  target.addEventListener('activity', onActivity, { signal });
}

import { useSyncExternalStore } from 'react';

export const PLAYFUL_ANIMATIONS = ['spinner', 'file', 'folder', 'search', 'dots', 'bounce'] as const;

export type PlayfulAnimation = (typeof PLAYFUL_ANIMATIONS)[number];

export interface PlayfulLoading {
  isEnabled: boolean;
  /** `null` until one is chosen in this browser. */
  animation: PlayfulAnimation | null;
}

const ANIMATION_STORAGE_KEY = 'muniment.loading-animation';
const ENABLED_STORAGE_KEY = 'muniment.playful-animations';

/** Reads the stored choice; enabled unless it was turned off. Unknown values are ignored. */
export function readPlayfulLoading(storage: Pick<Storage, 'getItem'>): PlayfulLoading {
  const stored = storage.getItem(ANIMATION_STORAGE_KEY);
  return {
    isEnabled: storage.getItem(ENABLED_STORAGE_KEY) !== 'false',
    animation: PLAYFUL_ANIMATIONS.find((each) => each === stored) ?? null,
  };
}

/** Returns the choice after turning playful animations on or off; off resets the animation to the spinner. */
export const withEnabled = (isEnabled: boolean, { animation }: PlayfulLoading): PlayfulLoading => ({
  isEnabled,
  animation: isEnabled ? animation : 'spinner',
});

/** Returns an animation other than the current one; `random` is at least 0 and less than 1. */
export function pickOtherAnimation(current: PlayfulAnimation | null, random: number): PlayfulAnimation {
  const others = PLAYFUL_ANIMATIONS.filter((each) => each !== current);
  return others[Math.floor(random * others.length)] ?? 'spinner';
}

let cached: PlayfulLoading | null = null;
const listeners = new Set<() => void>();

/** Stores the choice in this browser and updates all components that use it. */
export function setPlayfulLoading(next: PlayfulLoading): void {
  cached = next;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(ENABLED_STORAGE_KEY, String(next.isEnabled));
    if (next.animation) localStorage.setItem(ANIMATION_STORAGE_KEY, next.animation);
  } catch {
    // A browser that forbids storage keeps the choice until the page is closed.
  }
}

export function usePlayfulLoading(): PlayfulLoading {
  return useSyncExternalStore(subscribe, getSnapshot);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getSnapshot(): PlayfulLoading {
  try {
    cached ??= readPlayfulLoading(localStorage);
  } catch {
    cached = { isEnabled: true, animation: null };
  }
  return cached;
}

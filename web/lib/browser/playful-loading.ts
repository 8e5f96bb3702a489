import { useSyncExternalStore } from 'react';

export const PLAYFUL_ANIMATIONS = ['spinner', 'file', 'folder', 'search', 'dots', 'bounce'] as const;

export type PlayfulAnimation = (typeof PLAYFUL_ANIMATIONS)[number];

export interface PlayfulLoading {
  isEnabled: boolean;
  /** `null` until one was chosen in this browser. */
  animation: PlayfulAnimation | null;
}

const ANIMATION_STORAGE_KEY = 'muniment.loading-animation';
const ENABLED_STORAGE_KEY = 'muniment.playful-animations';

/** Playful unless it was turned off. What an older version or somebody's hand left there is not taken. */
export function readPlayfulLoading(storage: Pick<Storage, 'getItem'>): PlayfulLoading {
  const type = storage.getItem(ANIMATION_STORAGE_KEY);
  return {
    isEnabled: storage.getItem(ENABLED_STORAGE_KEY) !== 'false',
    animation: PLAYFUL_ANIMATIONS.find((each) => each === type) ?? null,
  };
}

/** What turning it on or off leaves: off is always the spinner. */
export const withEnabled = (isOn: boolean, { animation }: PlayfulLoading): PlayfulLoading => ({
  isEnabled: isOn,
  animation: isOn ? animation : 'spinner',
});

/** Any other than the one in use; `random` is from 0 up to 1. */
export function pickOtherAnimation(current: PlayfulAnimation | null, random: number): PlayfulAnimation {
  const others = PLAYFUL_ANIMATIONS.filter((each) => each !== current);
  return others[Math.floor(random * others.length)] ?? 'spinner';
}

let cached: PlayfulLoading | null = null;
const listeners = new Set<() => void>();

export function setPlayfulLoading(next: PlayfulLoading): void {
  cached = next;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(ENABLED_STORAGE_KEY, String(next.isEnabled));
    if (next.animation) localStorage.setItem(ANIMATION_STORAGE_KEY, next.animation);
  } catch {
    // A browser that forbids storage keeps the choice until the page is left.
  }
}

export function usePlayfulLoading(): PlayfulLoading {
  return useSyncExternalStore(subscribe, current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): PlayfulLoading {
  try {
    cached ??= readPlayfulLoading(localStorage);
  } catch {
    cached = { isEnabled: true, animation: null };
  }
  return cached;
}

import { useSyncExternalStore } from 'react';

export const PLAYFUL_ANIMATIONS = ['spinner', 'file', 'folder', 'search', 'dots', 'bounce'] as const;

export type PlayfulAnimation = (typeof PLAYFUL_ANIMATIONS)[number];

export interface PlayfulLoading {
  isOn: boolean;
  /** `null` until one was chosen in this browser. */
  animation: PlayfulAnimation | null;
}

const TYPE_KEY = 'muniment.loading-animation';
const ON_KEY = 'muniment.playful-animations';

/** Playful unless it was turned off. What an older version or somebody's hand left there is not taken. */
export function readPlayfulLoading(storage: Pick<Storage, 'getItem'>): PlayfulLoading {
  const type = storage.getItem(TYPE_KEY);
  return {
    isOn: storage.getItem(ON_KEY) !== 'false',
    animation: PLAYFUL_ANIMATIONS.find((each) => each === type) ?? null,
  };
}

/** What turning it on or off leaves: off is always the spinner. */
export const turned = (isOn: boolean, { animation }: PlayfulLoading): PlayfulLoading => ({
  isOn,
  animation: isOn ? animation : 'spinner',
});

/** Any other than the one in use; `random` is from 0 up to 1. */
export function otherAnimation(current: PlayfulAnimation | null, random: number): PlayfulAnimation {
  const others = PLAYFUL_ANIMATIONS.filter((each) => each !== current);
  return others[Math.floor(random * others.length)] ?? 'spinner';
}

let now: PlayfulLoading | null = null;
const listeners = new Set<() => void>();

export function changePlayfulLoading(next: PlayfulLoading): void {
  now = next;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(ON_KEY, String(next.isOn));
    if (next.animation) localStorage.setItem(TYPE_KEY, next.animation);
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
    now ??= readPlayfulLoading(localStorage);
  } catch {
    now = { isOn: true, animation: null };
  }
  return now;
}

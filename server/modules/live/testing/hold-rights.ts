import type { ListenForAnnouncements } from '#server/database/live-changes/open-announcements.ts';

/** Announcements of which those of rights come late, as on a busy PostgreSQL. */
export interface HeldRights {
  readonly listen: ListenForAnnouncements;
  hold(): void;
  release(): void;
  /** Tells whether somebody waits for everything that was committed. */
  isAwaited(): boolean;
}

export function holdRights(listenForAnnouncements: ListenForAnnouncements): HeldRights {
  const [waiting, held]: [Set<() => void>, string[]] = [new Set(), []];
  let isHolding = false;
  let announce: (texts: readonly string[]) => void = () => {};
  return {
    listen: ({ onAnnounced, onLost }) => {
      announce = onAnnounced;
      const announcements = listenForAnnouncements({
        onLost,
        onAnnounced(texts) {
          const isHeld = (text: string) => isHolding && text.startsWith('rights');
          held.push(...texts.filter(isHeld));
          onAnnounced(texts.filter((text) => !isHeld(text)));
        },
      });
      return {
        close: () => announcements.close(),
        async settle() {
          await announcements.settle();
          if (isHolding) await new Promise<void>((resolve) => waiting.add(resolve));
        },
      };
    },
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      announce(held.splice(0));
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    isAwaited: () => waiting.size > 0,
  };
}

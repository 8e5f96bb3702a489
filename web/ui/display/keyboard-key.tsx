import type { ReactNode } from 'react';

/** A key of the keyboard, such as 'Esc'. */
export function KeyboardKey({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-sm border border-line bg-sunken px-1 font-mono text-ink-muted text-xs">
      {children}
    </kbd>
  );
}

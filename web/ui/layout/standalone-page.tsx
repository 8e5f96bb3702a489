import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

/** A page outside the app that waits or says one thing, below the product's mark. */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] px-4 py-6 sm:px-6">
      <div className="flex justify-center">
        <Logo />
      </div>
      <div className="grid place-items-center pt-6 pb-12">{children}</div>
    </main>
  );
}

import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';

/** A page of text with lines of a comfortable length, on the backdrop of documents; on phones it fills the window. */
export function TextPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col bg-sunken md:px-6 md:py-6">
      <Card className="mx-auto w-full max-w-3xl flex-1 overflow-x-auto p-4 max-md:rounded-none max-md:border-0 md:px-12 md:py-10">
        {children}
      </Card>
    </div>
  );
}

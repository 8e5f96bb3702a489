import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

interface SidebarSectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section. Its `contents` display lets the folder tree shrink and scroll in the sidebar's flex column. */
export function SidebarSection({ title, action, children }: SidebarSectionProps) {
  return (
    <div className="contents">
      <div className="mt-4 flex min-h-control-small shrink-0 items-center justify-between pr-1 pl-2">
        <h2 className="font-medium text-ink-muted text-xs">{title}</h2>
        {action}
      </div>
      {children}
    </div>
  );
}

export function SidebarEmpty({ children }: { children: ReactNode }) {
  return <p className="px-2 py-1 text-ink-muted">{children}</p>;
}

export function SidebarLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2 px-2 py-1.5">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}

export function SidebarError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2 px-2 py-1 text-danger-ink">
      {message}
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

import { lazy, type ReactNode, Suspense } from 'react';
import { useSidebarWidth } from './sidebar-width.ts';

const SidebarEdge = lazy(async () => ({ default: (await import('./sidebar-edge.tsx')).SidebarEdge }));

/** The sidebar beside the page, with an edge that changes its width. */
export function SidebarFrame({ children }: { children: ReactNode }) {
  const { width, show, keep } = useSidebarWidth();
  return (
    <aside
      aria-label="Sidebar"
      // CSS hides it too, before React renders for a narrower window.
      className="sticky top-(--navigation-height) hidden h-[calc(100dvh-var(--navigation-height))] shrink-0 border-line border-r lg:block"
      style={{ width }}
    >
      <div className="h-full overflow-y-auto p-2">{children}</div>
      <Suspense>
        <SidebarEdge {...{ width, show, keep }} />
      </Suspense>
    </aside>
  );
}

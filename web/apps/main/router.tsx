import { lazy, Suspense, useEffect, useState } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProtectedRoute } from './protected-route.tsx';
import { NOT_FOUND_ROUTE, type PageRoute, ROUTES } from './routes.ts';

/** Scrolls a newly opened page to its top. For back and forward, the browser restores the position. */
function useScrollToTopOnNavigation(): void {
  useEffect(() => {
    let path = location.pathname;
    const onPush = () => {
      if (location.pathname !== path) window.scrollTo(0, 0);
      path = location.pathname;
    };
    const onPop = () => {
      path = location.pathname;
    };
    // wouter dispatches this event on each history.pushState.
    addEventListener('pushState', onPush);
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('pushState', onPush);
      removeEventListener('popstate', onPop);
    };
  }, []);
}

/** Every screen with its lazy component. The first match of a path is used, at last the not-found screen. */
const SCREENS = [...ROUTES, NOT_FOUND_ROUTE].map((route) => ({ ...route, Page: lazy(route.load) }));

const loadLayout = async () => ({ default: (await import('./layout.tsx')).Layout });
const Layout = lazy(loadLayout);

/** Loads the code of a screen while the server still answers who is signed in. */
function preload({ load, isPublic }: PageRoute): void {
  // An error is ignored here because rendering the screen repeats the import and reports it.
  for (const part of isPublic ? [load] : [loadLayout, load]) part().catch(() => undefined);
}

/** Renders the page of the current path. The layout stays mounted while signed-in pages change, with its state. */
export function Router() {
  const [path] = useLocation();
  const { parser } = useRouter();
  useScrollToTopOnNavigation();
  const screen = SCREENS.find(({ path: pattern }) => pattern === '*' || matchRoute(parser, pattern, path)[0]);
  if (!screen) throw new Error('No screen matches every path');
  const { path: pattern, Page, isPublic } = screen;
  useState(() => preload(screen));

  const page = (
    <ErrorBoundary path={path}>
      {/* The key makes a new boundary per page; otherwise React would keep the previous page mounted until the next loads. */}
      <Suspense key={pattern} fallback={<LoadingScreen message="Loading" />}>
        <Route path={pattern} component={Page} />
      </Suspense>
    </ErrorBoundary>
  );
  if (isPublic) return page;
  return (
    <ErrorBoundary path={path}>
      <ProtectedRoute>
        <Suspense fallback={<LoadingScreen message="Loading" />}>
          <Layout>{page}</Layout>
        </Suspense>
      </ProtectedRoute>
    </ErrorBoundary>
  );
}

import { Suspense, useEffect, useState } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createLoadedScreen } from './loaded-screen.tsx';
import { ProtectedRoute } from './protected-route.tsx';
import { NOT_FOUND_ROUTE, ROUTES } from './routes.ts';

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

/** Every screen with its component. The first match of a path is used, at last the not-found screen. */
const SCREENS = [...ROUTES, NOT_FOUND_ROUTE].map((route) => ({
  ...route,
  ...createLoadedScreen(route.load),
}));

const LAYOUT = createLoadedScreen(async () => ({ default: (await import('./layout.tsx')).Layout }));

/** Loads the code of a screen while the server still answers who is signed in. Showing the screen reports an error. */
function preload({ load, isPublic }: (typeof SCREENS)[number]): void {
  for (const start of isPublic ? [load] : [LAYOUT.load, load]) start().catch(() => undefined);
}

const FILE_SCREEN = SCREENS.find(({ path }) => path === '/file/:id');

/** Renders the page of the current path. The layout stays mounted while signed-in pages change, with its state. */
export function Router() {
  const [path] = useLocation();
  const { parser } = useRouter();
  useScrollToTopOnNavigation();
  const screen = SCREENS.find(({ path: pattern }) => pattern === '*' || matchRoute(parser, pattern, path)[0]);
  if (!screen) throw new Error('No screen matches every path');
  const { path: pattern, Screen, isPublic } = screen;
  useState(() => preload(screen));
  // Most lists lead to files.
  useEffect(() => {
    if (FILE_SCREEN && !isPublic) preloadOnInteraction([FILE_SCREEN.load]);
  }, [isPublic]);

  const page = (
    <ErrorBoundary path={path}>
      {/* The key makes a new boundary per page; otherwise React would keep the previous page mounted until the next loads. */}
      <Suspense key={pattern} fallback={<LoadingScreen message="Loading" />}>
        <Route path={pattern} component={Screen} />
      </Suspense>
    </ErrorBoundary>
  );
  if (isPublic) return page;
  return (
    <ErrorBoundary path={path}>
      <ProtectedRoute>
        <Suspense fallback={<LoadingScreen message="Loading" />}>
          <LAYOUT.Screen>{page}</LAYOUT.Screen>
        </Suspense>
      </ProtectedRoute>
    </ErrorBoundary>
  );
}

import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Loading } from '../ui/loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useScrollToTop } from './scroll-to-top.ts';

/** Every screen by its path, loaded when first shown. The first that fits is taken; the last fits everything. */
const PAGES: readonly { path: string; Page: ComponentType }[] = [
  {
    path: '*',
    Page: lazy(async () => ({ default: (await import('../pages/not-found-page.tsx')).NotFoundPage })),
  },
];

export function Router() {
  const [path] = useLocation();
  useScrollToTop();
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<Loading message="Loading" />}>
        <Switch>
          {PAGES.map(({ path: pattern, Page }) => (
            <Route key={pattern} path={pattern} component={Page} />
          ))}
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

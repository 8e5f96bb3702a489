import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProtectedRoute } from './protected-route.tsx';

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

interface PageRoute {
  path: string;
  Page: ComponentType;
  /** Shown to everyone, without the layout of the signed-in pages. */
  isPublic?: true;
}

const NOT_FOUND_ROUTE: PageRoute = {
  path: '*',
  isPublic: true,
  Page: lazy(async () => ({ default: (await import('#web/pages/not-found-page.tsx')).NotFoundPage })),
};

/** Every screen by its path, loaded when first shown. The first match is used. */
const ROUTES: readonly PageRoute[] = [
  {
    path: '/auth',
    isPublic: true,
    Page: lazy(async () => ({ default: (await import('#web/pages/auth-page.tsx')).AuthPage })),
  },
  { path: '/', Page: lazy(async () => ({ default: (await import('#web/pages/home-page.tsx')).HomePage })) },
  {
    path: '/folder/:id',
    Page: lazy(async () => ({ default: (await import('#web/pages/folder-page.tsx')).FolderPage })),
  },
  {
    path: '/file/:id',
    Page: lazy(async () => ({ default: (await import('#web/pages/file-page.tsx')).FilePage })),
  },
  {
    path: '/file/:id/views',
    Page: lazy(async () => ({
      default: (await import('#web/pages/file-activity-page.tsx')).FileActivityPage,
    })),
  },
  {
    path: '/profile',
    Page: lazy(async () => ({ default: (await import('#web/pages/profile-page.tsx')).ProfilePage })),
  },
  {
    path: '/settings',
    Page: lazy(async () => ({ default: (await import('#web/pages/settings-page.tsx')).SettingsPage })),
  },
  {
    path: '/file-views',
    Page: lazy(async () => ({
      default: (await import('#web/pages/view-activity-page.tsx')).ViewActivityPage,
    })),
  },
  {
    path: '/trash',
    Page: lazy(async () => ({ default: (await import('#web/pages/trash-page.tsx')).TrashPage })),
  },
  {
    path: '/admin',
    Page: lazy(async () => ({ default: (await import('#web/pages/admin-page.tsx')).AdminPage })),
  },
  {
    path: '/accept-invite/:token',
    isPublic: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/accept-invite-page.tsx')).AcceptInvitationPage,
    })),
  },
  {
    path: '/visitor-login/:token',
    isPublic: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/visitor-login-page.tsx')).VisitorLoginPage,
    })),
  },
  {
    path: '/visitor',
    isPublic: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/visitor-login-page.tsx')).VisitorLoginPage,
    })),
  },
  {
    path: '/direct-visitor-access/:token',
    isPublic: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/direct-visitor-access-page.tsx')).DirectVisitorAccessPage,
    })),
  },
  {
    path: '/visitor-debug/:token?',
    isPublic: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/visitor-debug-page.tsx')).VisitorDebugPage,
    })),
  },
];

const Layout = lazy(async () => ({ default: (await import('./layout.tsx')).Layout }));

/** Renders the page of the current path. The layout stays mounted while signed-in pages change, with its state. */
export function Router() {
  const [path] = useLocation();
  const { parser } = useRouter();
  useScrollToTopOnNavigation();
  const {
    path: pattern,
    Page,
    isPublic,
  } = ROUTES.find((screen) => matchRoute(parser, screen.path, path)[0]) ?? NOT_FOUND_ROUTE;

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

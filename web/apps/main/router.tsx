import { type ComponentType, lazy, Suspense } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProtectedRoute } from './protected-route.tsx';
import { useScrollToTop } from './scroll-to-top.ts';

interface Screen {
  path: string;
  Page: ComponentType;
  /** Shown to everyone, and without the frame of the signed-in pages. */
  isOpen?: true;
}

const NOT_FOUND: Screen = {
  path: '*',
  isOpen: true,
  Page: lazy(async () => ({ default: (await import('#web/pages/not-found-page.tsx')).NotFoundPage })),
};

/** Every screen by its path, loaded when first shown. The first that fits is taken. */
const SCREENS: readonly Screen[] = [
  {
    path: '/auth',
    isOpen: true,
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
    Page: lazy(async () => ({ default: (await import('#web/pages/file-activity-page.tsx')).FileActivityPage })),
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
    Page: lazy(async () => ({ default: (await import('#web/pages/view-activity-page.tsx')).FileViewsPage })),
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
    isOpen: true,
    Page: lazy(async () => ({ default: (await import('#web/pages/accept-invite-page.tsx')).AcceptInvitePage })),
  },
  {
    path: '/visitor-login/:token',
    isOpen: true,
    Page: lazy(async () => ({ default: (await import('#web/pages/visitor-login-page.tsx')).VisitorPage })),
  },
  {
    path: '/visitor',
    isOpen: true,
    Page: lazy(async () => ({ default: (await import('#web/pages/visitor-login-page.tsx')).VisitorPage })),
  },
  {
    path: '/direct-visitor-access/:token',
    isOpen: true,
    Page: lazy(async () => ({
      default: (await import('#web/pages/direct-visitor-access-page.tsx')).DirectVisitorPage,
    })),
  },
  {
    path: '/visitor-debug/:token?',
    isOpen: true,
    Page: lazy(async () => ({ default: (await import('#web/pages/visitor-debug-page.tsx')).VisitorDebugPage })),
  },
];

const Layout = lazy(async () => ({ default: (await import('./layout.tsx')).Layout }));

/** The frame of the signed-in pages stays while they change, and with it what is open in the sidebar. */
export function Router() {
  const [path] = useLocation();
  const { parser } = useRouter();
  useScrollToTop();
  const {
    path: pattern,
    Page,
    isOpen,
  } = SCREENS.find((screen) => matchRoute(parser, screen.path, path)[0]) ?? NOT_FOUND;

  const page = (
    <ErrorBoundary path={path}>
      {/* A new boundary for each page: React would keep the page that is left alive behind it until the next has come. */}
      <Suspense key={pattern} fallback={<LoadingScreen message="Loading" />}>
        <Route path={pattern} component={Page} />
      </Suspense>
    </ErrorBoundary>
  );
  if (isOpen) return page;
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

import type { ComponentType } from 'react';
import { ROOM_ROUTES } from './room-routes.ts';

export interface PageRoute {
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Shown to everyone, without the layout of the signed-in pages. */
  isPublic?: true;
}

export const NOT_FOUND_ROUTE: PageRoute = {
  path: '*',
  isPublic: true,
  load: async () => ({ default: (await import('#web/pages/not-found-page.tsx')).NotFoundPage }),
};

/** Every screen by its path, loaded when first shown. The first match is used. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/auth',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/auth-page.tsx')).AuthPage }),
  },
  { path: '/', load: async () => ({ default: (await import('#web/pages/home-page.tsx')).HomePage }) },
  {
    path: '/folder/:id',
    load: async () => ({ default: (await import('#web/pages/folder/folder-page.tsx')).FolderPage }),
  },
  {
    path: '/folder/:id/activity',
    load: async () => ({
      default: (await import('#web/pages/folder/folder-activity-page.tsx')).FolderActivityPage,
    }),
  },
  {
    path: '/file/:id',
    load: async () => ({ default: (await import('#web/pages/file-page.tsx')).FilePage }),
  },
  {
    path: '/search',
    load: async () => ({ default: (await import('#web/pages/search-page.tsx')).SearchPage }),
  },
  {
    path: '/file/:id/views',
    load: async () => ({ default: (await import('#web/pages/file-activity-page.tsx')).FileActivityPage }),
  },
  {
    path: '/file/:id/versions',
    load: async () => ({ default: (await import('#web/pages/file-version-pages.tsx')).FileVersionsPage }),
  },
  {
    path: '/changes',
    load: async () => ({ default: (await import('#web/pages/files/changes-page.tsx')).ChangesPage }),
  },
  {
    path: '/notifications',
    load: async () => ({
      default: (await import('#web/pages/notifications/notifications-page.tsx')).NotificationsPage,
    }),
  },
  {
    path: '/unsubscribe/:token',
    isPublic: true,
    load: async () => ({
      default: (await import('#web/pages/notifications/unsubscribe-page.tsx')).UnsubscribePage,
    }),
  },
  {
    path: '/file/:id/compare',
    load: async () => ({ default: (await import('#web/pages/files/compare-page.tsx')).ComparePage }),
  },
  {
    path: '/file/:id/versions/:number',
    load: async () => ({ default: (await import('#web/pages/file-version-pages.tsx')).FileVersionPage }),
  },
  {
    path: '/profile',
    load: async () => ({ default: (await import('#web/pages/profile-page.tsx')).ProfilePage }),
  },
  {
    path: '/settings',
    load: async () => ({ default: (await import('#web/pages/settings-page.tsx')).SettingsPage }),
  },
  {
    path: '/file-views',
    load: async () => ({ default: (await import('#web/pages/view-activity-page.tsx')).ViewActivityPage }),
  },
  {
    path: '/receipts',
    load: async () => ({ default: (await import('#web/pages/receipts-page.tsx')).ReceiptsPage }),
  },
  {
    path: '/links',
    load: async () => ({ default: (await import('#web/pages/link-pages.tsx')).LinksPage }),
  },
  {
    path: '/links/:id',
    load: async () => ({ default: (await import('#web/pages/link-pages.tsx')).LinkPage }),
  },
  {
    path: '/verify',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/verify-page.tsx')).VerifyPage }),
  },
  ...ROOM_ROUTES,
  {
    path: '/trash',
    load: async () => ({ default: (await import('#web/pages/trash-page.tsx')).TrashPage }),
  },
  {
    path: '/admin',
    load: async () => ({ default: (await import('#web/pages/admin-page.tsx')).AdminPage }),
  },
  {
    path: '/forgot-password',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/password-pages.tsx')).ForgotPasswordPage }),
  },
  {
    path: '/confirm-email/:token',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/confirm-email-page.tsx')).ConfirmEmailPage }),
  },
  {
    path: '/reset-password/:token',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/password-pages.tsx')).ResetPasswordPage }),
  },
  {
    path: '/accept-invite/:token',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/accept-invite-page.tsx')).AcceptInvitationPage }),
  },
  {
    path: '/visitor-login/:token',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/visitor-login-page.tsx')).VisitorLoginPage }),
  },
  {
    path: '/visitor',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/visitor-login-page.tsx')).VisitorLoginPage }),
  },
  {
    path: '/direct-visitor-access/:token',
    isPublic: true,
    load: async () => ({
      default: (await import('#web/pages/direct-visitor-access-page.tsx')).DirectVisitorAccessPage,
    }),
  },
  {
    path: '/visitor-debug/:token?',
    isPublic: true,
    load: async () => ({ default: (await import('#web/pages/visitor-debug-page.tsx')).VisitorDebugPage }),
  },
];

/** The pages of rooms. */
export const ROOM_ROUTES = [
  {
    path: '/rooms',
    load: async () => ({ default: (await import('#web/pages/rooms/rooms-page.tsx')).RoomsPage }),
  },
  {
    path: '/rooms/:id',
    load: async () => ({ default: (await import('#web/pages/rooms/room-redirect.tsx')).RoomRedirect }),
  },
  {
    path: '/rooms/:id/settings',
    load: async () => ({
      default: (await import('#web/pages/rooms/room-settings-page.tsx')).RoomSettingsPage,
    }),
  },
  {
    path: '/rooms/:id/groups',
    load: async () => ({ default: (await import('#web/pages/room-pages.tsx')).RoomGroupsPage }),
  },
  {
    path: '/rooms/:id/permissions',
    load: async () => ({ default: (await import('#web/pages/room-pages.tsx')).RoomPermissionsPage }),
  },
  {
    path: '/rooms/:id/requests',
    load: async () => ({ default: (await import('#web/pages/room-pages.tsx')).RoomRequestsPage }),
  },
  {
    path: '/rooms/:id/index',
    load: async () => ({ default: (await import('#web/pages/room-pages.tsx')).RoomIndexPage }),
  },
  {
    path: '/rooms/:id/publish',
    load: async () => ({ default: (await import('#web/pages/room-pages.tsx')).RoomPublishPage }),
  },
  {
    path: '/rooms/:id/analytics',
    load: async () => ({
      default: (await import('#web/pages/rooms/room-analytics-page.tsx')).RoomAnalyticsPage,
    }),
  },
  {
    path: '/rooms/:id/analytics/groups/:groupId',
    load: async () => ({
      default: (await import('#web/pages/rooms/group-analytics-page.tsx')).GroupAnalyticsPage,
    }),
  },
  {
    path: '/rooms/:id/evidence',
    load: async () => ({
      default: (await import('#web/pages/rooms/room-evidence-page.tsx')).RoomEvidencePage,
    }),
  },
  {
    path: '/rooms/:id/history',
    load: async () => ({ default: (await import('#web/pages/rooms/room-history-page.tsx')).RoomHistoryPage }),
  },
  {
    path: '/rooms/:id/exposure/:groupId',
    load: async () => ({ default: (await import('#web/pages/room-exposure-page.tsx')).RoomExposurePage }),
  },
];

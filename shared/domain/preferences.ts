/** The most recent files that a user may choose to see on their home page. */
export const MAX_RECENT_FILES = 50;

/** What holds until a user chooses otherwise. */
export const DEFAULT_PREFERENCES = {
  theme: 'default',
  colorScheme: 'system',
  sidebarCollapsed: false,
  defaultView: 'grid',
  loadingAnimation: 'spinner',
  recentFilesCount: 10,
  fileSortOrder: 'dateDesc',
  searchMethod: 'hybrid',
  customLayout: null,
  tourSeen: false,
} as const;

/** The maximum number of recent files on a user's home page. */
export const MAX_RECENT_FILES = 50;

/** The maximum length of a custom layout as JSON in UTF-8. */
export const MAX_CUSTOM_LAYOUT_BYTES = 16 * 1024;

/** Levels of objects and arrays within each other, which programs that read JSON can follow. */
export const MAX_CUSTOM_LAYOUT_DEPTH = 64;

/** Columns of file lists that can be resized and left out. */
export const FILE_COLUMNS = ['owner', 'modified', 'added', 'size', 'download'] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

export const MIN_COLUMN_PX = 72;
export const MAX_COLUMN_PX = 480;

export const MIN_SIDEBAR_PX = 220;
export const MAX_SIDEBAR_PX = 480;

/** The preferences of a user who has not changed them. */
export const DEFAULT_PREFERENCES = {
  theme: 'default',
  colorScheme: 'system',
  sidebarCollapsed: false,
  defaultView: 'grid',
  loadingAnimation: 'spinner',
  recentFilesCount: 10,
  fileSortOrder: 'dateDesc',
  searchMethod: 'hybrid',
  searchMethodChosen: false,
  customLayout: null,
  tourSeen: false,
  listDensity: 'comfortable',
  columnWidths: {},
  hiddenColumns: [],
  sidebarWidth: 280,
  sidebarFiles: true,
} as const;

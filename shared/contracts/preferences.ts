import { z } from 'zod';
import {
  FILE_COLUMNS,
  MAX_COLUMN_PX,
  MAX_CUSTOM_LAYOUT_BYTES,
  MAX_CUSTOM_LAYOUT_DEPTH,
  MAX_RECENT_FILES,
  MAX_SIDEBAR_PX,
  MIN_COLUMN_PX,
  MIN_SIDEBAR_PX,
} from '../domain/preferences.ts';
import { SEARCH_METHODS } from '../domain/search-methods.ts';
import type { Endpoint } from './endpoint.ts';

const LOADING_ANIMATIONS = ['spinner', 'pulse', 'bounce', 'dots', 'progress'] as const;
export const FILE_SORT_ORDERS = [
  'dateDesc',
  'dateAsc',
  'nameAsc',
  'nameDesc',
  'sizeDesc',
  'sizeAsc',
] as const;

/** Tells whether objects and arrays nest deeper. Level by level, since recursion would exhaust the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Any JSON object: a layout that the user's own tools store. */
const customLayout = z
  .record(z.string(), z.unknown())
  .refine((layout) => !isDeeperThan(layout, MAX_CUSTOM_LAYOUT_DEPTH), {
    error: `A custom layout has at most ${MAX_CUSTOM_LAYOUT_DEPTH} levels`,
    abort: true,
  })
  .refine(
    (layout) => new TextEncoder().encode(JSON.stringify(layout)).length <= MAX_CUSTOM_LAYOUT_BYTES,
    `A custom layout has at most ${MAX_CUSTOM_LAYOUT_BYTES / 1024} KB`,
  );

export const preferenceFields = z.strictObject({
  theme: z.enum(['default']),
  colorScheme: z.enum(['system', 'light', 'dark']),
  sidebarCollapsed: z.boolean(),
  defaultView: z.enum(['grid', 'list']),
  loadingAnimation: z.enum(LOADING_ANIMATIONS),
  recentFilesCount: z.int().min(1).max(MAX_RECENT_FILES),
  fileSortOrder: z.enum(FILE_SORT_ORDERS),
  searchMethod: z.enum(SEARCH_METHODS),
  /** `true` once a method was stored: before, searches begin with Auto whatever `searchMethod` is. */
  searchMethodChosen: z.boolean(),
  customLayout: customLayout.nullable(),
  /** `true` once the tour of the first visit was completed or dismissed. */
  tourSeen: z.boolean(),
  /** How high the rows of lists are. */
  listDensity: z.enum(['comfortable', 'compact']),
  /** The widths of columns of file lists that the user has changed, in pixels. */
  columnWidths: z.partialRecord(z.enum(FILE_COLUMNS), z.int().min(MIN_COLUMN_PX).max(MAX_COLUMN_PX)),
  /** The columns that file lists leave out. */
  hiddenColumns: z.array(z.enum(FILE_COLUMNS)).max(FILE_COLUMNS.length).readonly(),
  /** In pixels. */
  sidebarWidth: z.int().min(MIN_SIDEBAR_PX).max(MAX_SIDEBAR_PX),
  /** `true` if the tree in the sidebar shows files. */
  sidebarFiles: z.boolean(),
});
export type Preferences = z.infer<typeof preferenceFields>;

export const changedPreferences = preferenceFields.partial();

export const getPreferences = {
  method: 'GET',
  path: '/api/user/preferences',
  summary: "The signed-in user's interface preferences",
  caller: 'user',
  result: preferenceFields,
} as const satisfies Endpoint;

export const updatePreferences = {
  method: 'PATCH',
  path: '/api/user/preferences',
  summary: 'Change any of the preferences',
  caller: 'user',
  body: changedPreferences,
  result: preferenceFields,
} as const satisfies Endpoint;

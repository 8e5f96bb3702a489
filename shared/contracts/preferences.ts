import { z } from 'zod';
import { MAX_RECENT_FILES } from '../domain/preferences.ts';
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

export const preferenceFields = z.strictObject({
  theme: z.enum(['default']),
  colorScheme: z.enum(['system', 'light', 'dark']),
  sidebarCollapsed: z.boolean(),
  defaultView: z.enum(['grid', 'list']),
  loadingAnimation: z.enum(LOADING_ANIMATIONS),
  recentFilesCount: z.int().min(1).max(MAX_RECENT_FILES),
  fileSortOrder: z.enum(FILE_SORT_ORDERS),
  searchMethod: z.enum(SEARCH_METHODS),
  customLayout: z.null(),
  /** Whether the tour of the first visit was taken or left. */
  tourSeen: z.boolean(),
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

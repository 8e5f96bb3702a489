import { ID_TEXT } from '#shared/domain/id-text.ts';
import { FILE_KINDS, FILE_OWNERS, type FileKind, type FileOwner } from '#shared/domain/search-filters.ts';
import { parseAskedQuestion } from '../asked-question.ts';
import type { SearchMethod } from '../search-methods.ts';

const DAY_MS = 86_400_000;

/** Times of upload to choose from, with their days; `custom` has two dates. */
export const UPLOAD_PERIODS = { week: 7, month: 30, year: 365, custom: null } as const;
export type UploadPeriod = keyof typeof UPLOAD_PERIODS;

/** State of the search page, as it stands in its URL. */
export interface SearchPageState {
  readonly query: string;
  readonly method: SearchMethod;
  readonly folderId?: number | undefined;
  readonly kind?: FileKind | undefined;
  readonly owner?: FileOwner | undefined;
  readonly period?: UploadPeriod | undefined;
  /** Dates as `2026-11-23`, both included, of a custom period. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Filters as the API takes them. */
interface RequestFilters {
  readonly folderId?: number;
  readonly kind?: FileKind;
  readonly owner?: FileOwner;
  readonly uploadedFrom?: string;
  readonly uploadedBefore?: string;
}

/** Reads the query string of the search page; invalid values are ignored, since anyone can write a URL. */
export function parseSearchPage(search: string): SearchPageState {
  const parameters = new URLSearchParams(search);
  const folder = parameters.get('folder') ?? '';
  const asked = parseAskedQuestion(search);
  const period = Object.keys(UPLOAD_PERIODS).find((each) => each === parameters.get('date'));
  return {
    query: asked?.query ?? '',
    method: asked?.method ?? 'auto',
    folderId: ID_TEXT.test(folder) ? Number(folder) : undefined,
    kind: FILE_KINDS.find((each) => each === parameters.get('type')),
    owner: FILE_OWNERS.find((each) => each === parameters.get('owner')),
    period: isUploadPeriod(period) ? period : undefined,
    from: parseDate(parameters.get('from')),
    to: parseDate(parameters.get('to')),
  };
}

/** Builds the URL of the search page. */
export function buildSearchPagePath(state: Partial<SearchPageState>): string {
  const { query = '', method = 'auto', folderId, kind, owner, period, from, to } = state;
  const isCustom = period === 'custom';
  const fields = {
    q: query || undefined,
    method: method === 'auto' ? undefined : method,
    folder: folderId,
    type: kind,
    owner,
    date: period,
    from: isCustom ? from : undefined,
    to: isCustom ? to : undefined,
  };
  const parameters = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return parameters.size > 0 ? `/search?${parameters}` : '/search';
}

/** Converts the filters for a request; periods are counted back from `now`, dates begin at midnight here. */
export function toRequestFilters(state: SearchPageState, now: number): RequestFilters {
  const { folderId, kind, owner, period, from, to } = state;
  const days = period === undefined ? null : UPLOAD_PERIODS[period];
  const isCustom = period === 'custom';
  return {
    ...(folderId !== undefined && { folderId }),
    ...(kind !== undefined && { kind }),
    ...(owner !== undefined && { owner }),
    ...(days !== null && { uploadedFrom: new Date(now - days * DAY_MS).toISOString() }),
    ...(isCustom && from !== undefined && { uploadedFrom: midnight(from, 0) }),
    ...(isCustom && to !== undefined && { uploadedBefore: midnight(to, 1) }),
  };
}

/** Counts the filters that are set. */
export const countFilters = ({ folderId, kind, owner, period }: SearchPageState): number =>
  [folderId, kind, owner, period].filter((filter) => filter !== undefined).length;

const isUploadPeriod = (text: string | undefined): text is UploadPeriod =>
  text !== undefined && text in UPLOAD_PERIODS;

function parseDate(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}

function midnight(date: string, daysLater: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}

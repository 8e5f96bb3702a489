import type { Endpoint, RequestOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { type Page, request, requestBlob, requestPage } from './request.ts';

/**
 * All contracts, in the order of their paths; types only, since the schemas, with which the server validates, would be too large
 * for every page.
 */
type Contracts = typeof import('#shared/contracts/activity.ts') &
  typeof import('#shared/contracts/answers.ts') &
  typeof import('#shared/contracts/audit.ts') &
  typeof import('#shared/contracts/bulk.ts') &
  typeof import('#shared/contracts/changes/changes.ts') &
  typeof import('#shared/contracts/changes/digests.ts') &
  typeof import('#shared/contracts/changes/follows.ts') &
  typeof import('#shared/contracts/collaborators.ts') &
  typeof import('#shared/contracts/evidence/anchors.ts') &
  typeof import('#shared/contracts/evidence/room-history.ts') &
  typeof import('#shared/contracts/file-views.ts') &
  typeof import('#shared/contracts/files.ts') &
  typeof import('#shared/contracts/folders.ts') &
  typeof import('#shared/contracts/imports/imports.ts') &
  typeof import('#shared/contracts/invitations.ts') &
  typeof import('#shared/contracts/jobs.ts') &
  typeof import('#shared/contracts/links/archive-links.ts') &
  typeof import('#shared/contracts/links/link-visitors.ts') &
  typeof import('#shared/contracts/links/links.ts') &
  typeof import('#shared/contracts/links/sharing.ts') &
  typeof import('#shared/contracts/links/terms.ts') &
  typeof import('#shared/contracts/links/watermarks.ts') &
  typeof import('#shared/contracts/live/live-updates.ts') &
  typeof import('#shared/contracts/maintenance.ts') &
  typeof import('#shared/contracts/notifications.ts') &
  typeof import('#shared/contracts/online-views.ts') &
  typeof import('#shared/contracts/mail/mail-texts.ts') &
  typeof import('#shared/contracts/outbox.ts') &
  typeof import('#shared/contracts/pages.ts') &
  typeof import('#shared/contracts/preferences.ts') &
  typeof import('#shared/contracts/profile.ts') &
  typeof import('#shared/contracts/programs/api-tokens.ts') &
  typeof import('#shared/contracts/programs/service-accounts.ts') &
  typeof import('#shared/contracts/programs/webhooks.ts') &
  typeof import('#shared/contracts/rooms/analytics/analytics.ts') &
  typeof import('#shared/contracts/rooms/analytics/own-analytics.ts') &
  typeof import('#shared/contracts/rooms/analytics/reports.ts') &
  typeof import('#shared/contracts/rooms/analytics/search-words.ts') &
  typeof import('#shared/contracts/rooms/analytics/total.ts') &
  typeof import('#shared/contracts/rooms/approvals.ts') &
  typeof import('#shared/contracts/rooms/archives.ts') &
  typeof import('#shared/contracts/rooms/audience.ts') &
  typeof import('#shared/contracts/rooms/certificates.ts') &
  typeof import('#shared/contracts/rooms/closing.ts') &
  typeof import('#shared/contracts/rooms/copies.ts') &
  typeof import('#shared/contracts/rooms/drafts.ts') &
  typeof import('#shared/contracts/rooms/emergency.ts') &
  typeof import('#shared/contracts/rooms/exposure-settings.ts') &
  typeof import('#shared/contracts/rooms/exposure.ts') &
  typeof import('#shared/contracts/rooms/exposure/decisions.ts') &
  typeof import('#shared/contracts/rooms/groups/group-members.ts') &
  typeof import('#shared/contracts/rooms/groups/groups.ts') &
  typeof import('#shared/contracts/rooms/groups/view-as.ts') &
  typeof import('#shared/contracts/rooms/inbox.ts') &
  typeof import('#shared/contracts/rooms/order.ts') &
  typeof import('#shared/contracts/rooms/permissions.ts') &
  typeof import('#shared/contracts/rooms/placeholders.ts') &
  typeof import('#shared/contracts/rooms/publications.ts') &
  typeof import('#shared/contracts/rooms/receipts.ts') &
  typeof import('#shared/contracts/rooms/requests.ts') &
  typeof import('#shared/contracts/rooms/room-index.ts') &
  typeof import('#shared/contracts/rooms/rooms.ts') &
  typeof import('#shared/contracts/rooms/staff.ts') &
  typeof import('#shared/contracts/rooms/templates.ts') &
  typeof import('#shared/contracts/search.ts') &
  typeof import('#shared/contracts/search/export.ts') &
  typeof import('#shared/contracts/search/ocr.ts') &
  typeof import('#shared/contracts/search/saved-searches.ts') &
  typeof import('#shared/contracts/search/synonyms.ts') &
  typeof import('#shared/contracts/session.ts') &
  typeof import('#shared/contracts/settings.ts') &
  typeof import('#shared/contracts/sign-in/address-rules.ts') &
  typeof import('#shared/contracts/sign-in/company.ts') &
  typeof import('#shared/contracts/sign-in/factors.ts') &
  typeof import('#shared/contracts/sign-in/passkeys.ts') &
  typeof import('#shared/contracts/sign-in/sessions.ts') &
  typeof import('#shared/contracts/sign-in/sign-in-settings.ts') &
  typeof import('#shared/contracts/start/brand.ts') &
  typeof import('#shared/contracts/start/start.ts') &
  typeof import('#shared/contracts/subjects/subjects.ts') &
  typeof import('#shared/contracts/trash.ts') &
  typeof import('#shared/contracts/uploads.ts') &
  typeof import('#shared/contracts/users.ts') &
  typeof import('#shared/contracts/versions/compare.ts') &
  typeof import('#shared/contracts/versions/versions.ts') &
  typeof import('#shared/contracts/virus-scans/virus-scans.ts') &
  typeof import('#shared/contracts/visitors.ts');

/** Every endpoint by its name, such as `GET /api/folders/:id`. An unknown name is a compile error. */
export type Calls = {
  [K in keyof Contracts as Contracts[K] extends Endpoint
    ? `${Contracts[K]['method']} ${Contracts[K]['path']}`
    : never]: Contracts[K] extends Endpoint ? Contracts[K] : never;
};

export type CallName = keyof Calls;

export type ListName = {
  [Name in CallName]: ResultOf<Calls[Name]> extends readonly unknown[] ? Name : never;
}[CallName];

/** Calls an endpoint of the API with the types of its contract. Throws ApiError, as `request` does. */
export function call<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]> = {},
  signal?: AbortSignal,
): Promise<ResultOf<Calls[Name]>> {
  return request(getMethod(name), buildUrl(name, input), { body: input.body, ...(signal && { signal }) });
}

/** Calls an endpoint as `call` does; the request finishes also when the page is closed meanwhile. */
export function callKeepingAlive<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]>,
): Promise<ResultOf<Calls[Name]>> {
  return request(getMethod(name), buildUrl(name, input), { body: input.body, keepalive: true });
}

/** Calls an endpoint that responds with bytes. Throws ApiError. */
export function callForBlob<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]> = {},
): Promise<Blob> {
  return requestBlob(getMethod(name), buildUrl(name, input), { body: input.body });
}

/** Fetches all pages of a list by following its Link headers. */
export async function callAllPages<Name extends ListName>(
  name: Name,
  query: RequestOf<Calls[Name]>['query'],
  signal?: AbortSignal,
  params: Record<string, number> = {},
): Promise<ResultOf<Calls[Name]>[number][]> {
  const rows: ResultOf<Calls[Name]>[number][] = [];
  let url: string | null = buildUrl(name, { query, params });
  while (url !== null) {
    const page: Page<typeof rows> = await requestPage(getMethod(name), url, signal && { signal });
    rows.push(...page.result);
    url = page.next;
  }
  return rows;
}

/** Fetches one page of a list: the first, or the one at `url`, which comes from the page before. */
export function callPage<Name extends ListName>(
  name: Name,
  address: { query: RequestOf<Calls[Name]>['query']; params: Record<string, number> },
  url: string | null,
  signal?: AbortSignal,
): Promise<Page<ResultOf<Calls[Name]>>> {
  return requestPage(getMethod(name), url ?? buildUrl(name, address), signal && { signal });
}

interface UrlParts {
  params?: Record<string, string | number>;
  query?: unknown;
}

/** Returns the URL of a call: its path with parameters filled in, and the query. */
export function buildUrl(name: CallName, { params = {}, query }: UrlParts = {}): string {
  const path = name.slice(name.indexOf('/')).replace(/:(\w+)/g, (_, parameter: string) => {
    const value = params[parameter];
    if (value === undefined) throw new Error(`${name} needs the parameter ${parameter}`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

export function getMethod(name: CallName): Endpoint['method'] {
  return name.slice(0, name.indexOf(' ')) as Endpoint['method']; // every name starts with the method
}

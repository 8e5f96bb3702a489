import type { Endpoint, EventOf, RequestOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { createEventReader } from '#shared/domain/event-stream.ts';
import { type Page, request, requestBlob, requestPage, requestStream } from './request.ts';

/** The modules of the contracts as types alone: their schemas are the server's to check, and too heavy for every page. */
type Contracts = typeof import('#shared/contracts/activity.ts') &
  typeof import('#shared/contracts/answers.ts') &
  typeof import('#shared/contracts/audit.ts') &
  typeof import('#shared/contracts/bulk.ts') &
  typeof import('#shared/contracts/collaborators.ts') &
  typeof import('#shared/contracts/file-views.ts') &
  typeof import('#shared/contracts/files.ts') &
  typeof import('#shared/contracts/folders.ts') &
  typeof import('#shared/contracts/maintenance.ts') &
  typeof import('#shared/contracts/invitations.ts') &
  typeof import('#shared/contracts/jobs.ts') &
  typeof import('#shared/contracts/notifications.ts') &
  typeof import('#shared/contracts/online-views.ts') &
  typeof import('#shared/contracts/outbox.ts') &
  typeof import('#shared/contracts/pages.ts') &
  typeof import('#shared/contracts/preferences.ts') &
  typeof import('#shared/contracts/profile.ts') &
  typeof import('#shared/contracts/search.ts') &
  typeof import('#shared/contracts/session.ts') &
  typeof import('#shared/contracts/settings.ts') &
  typeof import('#shared/contracts/trash.ts') &
  typeof import('#shared/contracts/uploads.ts') &
  typeof import('#shared/contracts/users.ts') &
  typeof import('#shared/contracts/visitors.ts');

/** Every call by its name, as in `GET /api/folders/:id`. A name that no contract has is a compile error. */
type Calls = {
  [K in keyof Contracts as Contracts[K] extends Endpoint
    ? `${Contracts[K]['method']} ${Contracts[K]['path']}`
    : never]: Contracts[K] extends Endpoint ? Contracts[K] : never;
};

type CallName = keyof Calls;

export type ListName = {
  [Name in CallName]: ResultOf<Calls[Name]> extends readonly unknown[] ? Name : never;
}[CallName];

/** Makes one call of the API as its contract describes it. Throws ApiError, as `request` does. */
export function call<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]> = {},
  signal?: AbortSignal,
): Promise<ResultOf<Calls[Name]>> {
  return request(getMethod(name), buildUrl(name, input), { body: input.body, ...(signal && { signal }) });
}

/** As `call`, for a call that answers bytes. */
export function callForBlob<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]> = {},
): Promise<Blob> {
  return requestBlob(getMethod(name), buildUrl(name, input), { body: input.body });
}

/** As `call`, for a call that answers in events. */
export async function* callForEvents<Name extends CallName>(
  name: Name,
  input: RequestOf<Calls[Name]>,
  signal: AbortSignal,
): AsyncGenerator<EventOf<Calls[Name]>, void> {
  const next = createEventReader();
  // As with `call`, the server holds every event to the contract that names this type.
  for await (const bytes of requestStream(getMethod(name), buildUrl(name, input), {
    body: input.body,
    signal,
  }))
    for (const data of next(bytes)) yield JSON.parse(data) as EventOf<Calls[Name]>;
}

/** Calls a list page after page, as its Link headers say, and returns all of it. */
export async function callAllPages<Name extends ListName>(
  name: Name,
  query: RequestOf<Calls[Name]>['query'],
  signal?: AbortSignal,
): Promise<ResultOf<Calls[Name]>[number][]> {
  const rows: ResultOf<Calls[Name]>[number][] = [];
  let url: string | null = buildUrl(name, { query });
  while (url !== null) {
    const page: Page<typeof rows> = await requestPage(getMethod(name), url, signal && { signal });
    rows.push(...page.result);
    url = page.next;
  }
  return rows;
}

/** One page of a list: the first, or the one at `url`, which the page before named. */
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

/** The address of a call: its path with the parameters set in, and the query after it. */
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

function getMethod(name: CallName): Endpoint['method'] {
  return name.slice(0, name.indexOf(' ')) as Endpoint['method']; // what every name begins with
}

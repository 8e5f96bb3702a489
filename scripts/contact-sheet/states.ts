import type { Page, Route } from '@playwright/test';

export const STATES = ['empty', 'little', 'full', 'loading', 'error'] as const;
export type State = (typeof STATES)[number];

const LITTLE = 2;
const FAILURE = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({
    code: 'internal',
    error: 'Something went wrong on our side. Try again.',
  }),
};

/** Parts of the answers that stay whole: a page without them is not the same page with less in it. */
const WHOLE: ReadonlySet<string> = new Set(['tabs', 'pages', 'path', 'fields', 'permissions']);
/** Calls that every screen needs before it is one. */
const START = /\/api\/(?:start|user|user\/preferences|visitor\/status|system-settings\/public)$/;

/**
 * Makes the calls of a page answer as in this state; what they answer in the demo is the full state. Returns a function
 * that changes the state for the calls that follow.
 */
export async function showState(page: Page, first: State): Promise<(next: State) => void> {
  let state = first;
  await page.route('**/api/**', (route) =>
    state === 'full' ? route.continue() : answerAs(state, page, route),
  );
  // Its answer never ends, and the network would never be idle.
  await page.route('**/api/events', (route) => route.abort());
  return (next) => {
    state = next;
  };
}

async function answerAs(state: Exclude<State, 'full'>, page: Page, route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (route.request().method() !== 'GET') return route.continue();
  // The pages of a room find it in this list.
  const isNeeded = pathname === '/api/rooms' && new URL(page.url()).pathname.startsWith('/rooms/');
  if (isNeeded) return route.continue();
  if (state === 'empty' || state === 'little') return answerWithLess(route, state === 'empty' ? 0 : LITTLE);
  // The page itself opens; its own calls wait or fail.
  if (START.test(pathname)) return answerWithoutLists(route);
  return state === 'error' ? route.fulfill(FAILURE) : undefined;
}

async function answerWithLess(route: Route, count: number): Promise<void> {
  const response = await route.fetch();
  if (!response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response });
  const { link: _, ...headers } = response.headers();
  await route.fulfill({ status: response.status(), headers, json: shorten(await response.json(), count) });
}

async function answerWithoutLists(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = await response.json();
  await route.fulfill({ response, json: 'home' in Object(answer) ? { ...answer, home: null } : answer });
}

/** Returns a JSON value whose lists have at most this many entries, down to lists in lists. */
function shorten(value: unknown, count: number): unknown {
  if (Array.isArray(value)) return value.slice(0, count).map((entry) => shorten(entry, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, WHOLE.has(name) ? part : shorten(part, count)]),
  );
}

import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../fixtures/console-errors.ts';

const CONFLICT_RESPONSE = { status: 409, json: { error: 'Not now.', code: 'conflict' } };
/** What a proxy answers when the server behind it is away. */
export const BAD_GATEWAY_RESPONSE = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

/** Has a call refused, as `POST /api/folders`, as often as it comes, until what is returned lets it through again. */
export async function failRequest(
  page: Page,
  complaints: ConsoleErrors,
  call: `${string} /${string}`,
  answer: typeof CONFLICT_RESPONSE | typeof BAD_GATEWAY_RESPONSE = CONFLICT_RESPONSE,
): Promise<() => Promise<void>> {
  const [method, path] = call.split(' ');
  const isPath = (url: URL) => url.pathname === path;
  await page.route(isPath, (route) => {
    if (route.request().method() !== method) return route.fallback();
    complaints.expectFailedRequest(`${answer.status} ${call}`);
    return route.fulfill(answer);
  });
  return () => page.unroute(isPath);
}

import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../fixtures/console-errors.ts';

const CONFLICT_RESPONSE = { status: 409, json: { error: 'Not now.', code: 'conflict' } };
/** Response of a proxy whose server is unavailable. */
export const BAD_GATEWAY_RESPONSE = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

/** Rejects a call such as `POST /api/folders` until the returned function is called. */
export async function failRequest(
  page: Page,
  consoleErrors: ConsoleErrors,
  call: `${string} /${string}`,
  answer: typeof CONFLICT_RESPONSE | typeof BAD_GATEWAY_RESPONSE = CONFLICT_RESPONSE,
): Promise<() => Promise<void>> {
  const [method, path] = call.split(' ');
  const isPath = (url: URL) => url.pathname === path;
  await page.route(isPath, (route) => {
    if (route.request().method() !== method) return route.fallback();
    consoleErrors.expectFailedRequest(`${answer.status} ${call}`, route.request());
    return route.fulfill(answer);
  });
  return () => page.unroute(isPath);
}

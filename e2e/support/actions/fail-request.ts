import type { Page } from '@playwright/test';
import type { Complaints } from '../fixtures/console-errors.ts';

const REFUSAL = { status: 409, json: { error: 'Not now.', code: 'conflict' } };
/** What a proxy answers when the server behind it is away. */
export const PROXY_ERROR = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

/** Has a call refused, as `POST /api/folders`, as often as it comes, until what is returned lets it through again. */
export async function refuseCall(
  page: Page,
  complaints: Complaints,
  call: `${string} /${string}`,
  answer: typeof REFUSAL | typeof PROXY_ERROR = REFUSAL,
): Promise<() => Promise<void>> {
  const [method, path] = call.split(' ');
  const isPath = (url: URL) => url.pathname === path;
  await page.route(isPath, (route) => {
    if (route.request().method() !== method) return route.fallback();
    complaints.expectRefusal(`${answer.status} ${call}`);
    return route.fulfill(answer);
  });
  return () => page.unroute(isPath);
}

import type { Page } from '@playwright/test';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getStart } from '#shared/contracts/start/start.ts';

type Start = ResultOf<typeof getStart>;

/** Changes the answer with which the app starts; its parts that are taken away are then fetched by their own calls. */
export async function changeStart(page: Page, change: (start: Start) => Partial<Start>): Promise<void> {
  await page.route('**/api/start*', async (route) => {
    const response = await route.fetch();
    const start: Start = await response.json();
    await route.fulfill({ response, json: { ...start, ...change(start) } });
  });
}

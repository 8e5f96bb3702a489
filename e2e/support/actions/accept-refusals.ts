import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../fixtures/console-errors.ts';

/** Accepts that everything this page asks for from now on is refused with 401. */
export function acceptRefusals(page: Page, consoleErrors: ConsoleErrors): void {
  page.on('response', (response) => {
    if (response.status() === 401 && !response.url().endsWith('/api/events'))
      consoleErrors.expectFailedRequest(`401 GET ${new URL(response.url()).pathname}`);
  });
}

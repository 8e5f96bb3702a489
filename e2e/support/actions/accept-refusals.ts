import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../fixtures/console-errors.ts';

/** Accepts that what this page asks for from now on is refused: how much it asks for, as its access ends, is a matter of time. */
export function acceptRefusals(page: Page, consoleErrors: ConsoleErrors, status: 401 | 404 = 401): void {
  page.on('response', (response) => {
    if (response.status() === status && !response.url().endsWith('/api/events'))
      consoleErrors.expectFailedRequest(`${status} GET ${new URL(response.url()).pathname}`);
  });
}

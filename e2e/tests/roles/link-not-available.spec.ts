import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/test.ts';

const UNKNOWN = 'A'.repeat(22);

test('the page of a link that cannot be one looks exactly like that of an unknown link', {
  tag: '@full',
}, async ({ page, consoleErrors }) => {
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if ([400, 404].includes(response.status()) && pathname.startsWith('/api/link-access/'))
      consoleErrors.expectFailedRequest(`${response.status()} GET ${pathname}`);
  });
  /** Returns all that somebody sees and hears of the page. */
  const show = async (slug: string) => {
    await page.goto(`/l/${slug}`);
    await expect(page.getByRole('heading', { name: 'This link is not available' })).toBeFocused();
    await expect(page.locator('main')).not.toHaveAttribute('aria-busy');
    return [await page.title(), await page.locator('body').ariaSnapshot()];
  };
  const unknown = await show(UNKNOWN);
  expect(unknown[1]).toContain('Ask the person who sent it.');
  expect(unknown[1]).not.toContain('button');
  for (const slug of [
    'short',
    `${UNKNOWN}.`,
    `${UNKNOWN}A`,
    `${UNKNOWN.slice(1)})`,
    'a%2Fb',
    'a%20b',
    '%C3%BC',
  ])
    expect(await show(slug), slug).toEqual(unknown);
});

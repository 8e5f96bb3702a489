import { expect, type Locator } from '@playwright/test';
import { expectNoHorizontalScroll } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** Returns the lines of a row of which a part is not visible. */
const listCutLines = (row: Locator) =>
  row
    .locator('p, td button')
    .evaluateAll((lines) =>
      lines
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight,
        )
        .map(({ textContent }) => textContent),
    );

test.use({ viewport: { width: 320, height: 700 } });

test('the audit log shows whole sentences on phones, also below the first hundred', { tag: '@full' }, async ({
  page,
  asAdministrator,
  api,
}) => {
  const name = (number: number) =>
    `Supplementary agreement on the sale of Northwind Holdings, part ${number}`;
  for (let number = 1; number <= 110; number += 1) await api.createFolder(name(number));
  await page.goto('/admin?tab=audit');
  await page.getByRole('button', { name: 'Show More' }).click();
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  for (const number of [110, 1]) {
    const row = rows.filter({ hasText: new RegExp(`, part ${number}(?!\\d)`) });
    await row.scrollIntoViewIfNeeded();
    await expect(row).toContainText(`${asAdministrator.username} created the folder ${name(number)}`);
    expect(await listCutLines(row)).toEqual([]);
    await expect(row.locator('p').last()).toContainText(/\d{1,2}:\d{2}:\d{2}/);
  }
  await expectNoHorizontalScroll(page, 'the audit log');
});

test('the outbox shows whole subjects on phones', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  api,
}) => {
  const address = `${newAccount().username}@example.com`;
  const { id } = await api.createFolder('Supplementary agreement on the sale of Northwind Holdings');
  await api.invite(address, { folderIds: [id], role: 'visitor' });
  await page.goto('/admin?tab=outbox');
  const row = page.getByRole('table', { name: 'Outbox' }).getByRole('row').filter({ hasText: address });
  await expect(row.getByRole('button')).toContainText('Supplementary agreement');
  expect(await listCutLines(row)).toEqual([]);
  await expectNoHorizontalScroll(page, 'the outbox');
});

test('the selected tab is in view on phones, and the page is not scrolled to it', async ({
  page,
  user: _,
}) => {
  await page.goto('/settings');
  const tabs = page.getByRole('tablist', { name: 'Settings' }).getByRole('tab');
  const selected = page.getByRole('tab', { selected: true });
  await expect(tabs.last()).not.toBeInViewport({ ratio: 1 });
  await tabs.first().focus();
  await page.keyboard.press('End');
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await expect(selected).toBeInViewport({ ratio: 0.9 });
  await page.reload();
  await expect(selected).toBeInViewport({ ratio: 0.9 });
  await expect(tabs.first()).not.toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

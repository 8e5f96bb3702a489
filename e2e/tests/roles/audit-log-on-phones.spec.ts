import { expect } from '@playwright/test';
import { expectNoHorizontalScroll } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('the audit log shows whole sentences on phones, also below the first hundred', { tag: '@full' }, async ({
  page,
  asAdministrator,
  api,
}) => {
  const name = (number: number) =>
    `Supplementary agreement on the sale of Northwind Holdings, part ${number}`;
  for (let number = 1; number <= 110; number += 1) await api.createFolder(name(number));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/admin?tab=audit');
  await page.getByRole('button', { name: 'Show More' }).click();
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  for (const number of [110, 1]) {
    const row = rows.filter({ hasText: new RegExp(`, part ${number}(?!\\d)`) });
    await row.scrollIntoViewIfNeeded();
    await expect(row).toContainText(`${asAdministrator.username} created the folder ${name(number)}`);
    const cut = await row
      .locator('p')
      .evaluateAll((lines) =>
        lines
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    await expect(row.locator('p').last()).toContainText(/\d{1,2}:\d{2}:\d{2}/);
  }
  await expectNoHorizontalScroll(page, 'the audit log');
});

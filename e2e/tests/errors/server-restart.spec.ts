import { expect, test } from '@playwright/test';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { askUntilAnswered } from '../../support/actions/search-bar.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { startServer } from '../../support/fixtures/start-server.ts';

for (const [name, signal, exitCode] of [
  ['after Ctrl-C', 'SIGINT', 0],
  ['after its process was killed', 'SIGKILL', null],
] as const) {
  test(`${name} the room is as it was, and whoever was signed in still is`, async ({ page }, testInfo) => {
    const agreement = await makeSupplyAgreement();
    const dataDir = testInfo.outputPath('data');
    const file = page.getByRole('table').getByRole('link', { name: agreement.name });

    await using first = await startServer(dataDir);
    await page.goto(first.origin);
    await page.getByLabel('Username').fill(administrator.username);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Upload Files' }).first().click();
    await page.getByLabel('Choose Files').setInputFiles(agreement);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(file).toBeVisible();
    expect(await first.stop(signal)).toBe(exitCode);

    await using second = await startServer(dataDir);
    await page.goto(second.origin);
    await askUntilAnswered(page, SUPPLY_AGREEMENT.question, 'nine months');
    await pressEscape(page);
    await file.press('Enter');
    await expect(page.getByRole('heading', { name: agreement.name, level: 1 })).toBeVisible();
    const download = await page.request.get(`${second.origin}/api${toApiPath(page.url())}/download`);
    expect((await download.body()).equals(agreement.buffer)).toBe(true);
  });
}

const toApiPath = (pageUrl: string) => new URL(pageUrl).pathname.replace('/file/', '/files/');

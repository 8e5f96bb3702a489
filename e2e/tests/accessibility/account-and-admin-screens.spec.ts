import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import type { Account } from '#server/testing/clients/api-client.ts';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { createSampleDeal, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 380, height: 800 };
const makeAccount = (username: string): Account => ({
  username,
  email: `${username}@northwind.example`,
  password: `${username}-secret-7`,
});
const [DANA, LENA] = [makeAccount('dana'), makeAccount('lena')];

/** Account and administration screens: name, path and a text that is visible when the screen is ready. */
const USER_SCREENS = [
  ['profile', '/profile', 'Recent Documents'],
  ['settings', '/settings', 'Color scheme'],
  ['security', '/settings?tab=security', 'This device'],
  ['notifications', '/settings?tab=notifications', 'Folder access'],
  ['invitations', '/settings?tab=invitations', 'buyer@polaris.example'],
  ['system settings', '/settings?tab=system', 'Maintenance mode'],
  ['activity', '/file-views', SUPPLY_AGREEMENT.name],
  ['activity of a reader', '/file-views?tab=viewer', "You haven't viewed any files yet."],
  ['views of a file', '/file/:file/views', 'Time in view by page'],
  ['trash', '/trash', 'Draft.txt'],
] as const;
const ADMIN_SCREENS = [
  ['users', '/admin', LENA.email],
  ['all invitations', '/admin?tab=invitations', 'buyer@polaris.example'],
  ['sign-in', '/admin?tab=sign-in', 'End All Sessions'],
  ['integrations', '/admin?tab=integrations', 'You have no webhooks.'],
  ['branding', '/admin?tab=branding', 'Link codes'],
  ['audit log', '/admin?tab=audit', 'Export'],
  ['evidence', '/admin?tab=evidence', 'Replace Signing Key'],
  ['personal data', '/admin?tab=personal-data', 'Email address of the person'],
  ['OCR', '/admin?tab=ocr', 'OCR is turned off'],
  ['outbox', '/admin?tab=outbox', 'invites you to view'],
  ['maintenance', '/admin?tab=maintenance', 'next run'],
  ['link to the settings', '/admin?tab=settings', 'Open System Settings'],
] as const;

/** Creates data for each of these screens; returns the links of a visitor and of a collaborator. */
async function fillEveryScreen(api: BrowserApi, page: Page, reader: { api: BrowserApi; page: Page }) {
  const { contractsId, agreementId } = await createSampleDeal(api);
  for (const person of [DANA, LENA])
    await page.request.post('/api/admin/users', { data: { ...person, isAdmin: false } });
  const [lena] = await (await page.request.get(`/api/users?email=${LENA.email}`)).json();
  await page.request.post(`/api/folders/${contractsId}/collaborators`, { data: { userId: lena.id } });
  await reader.api.signIn(LENA);
  await reader.page.request.get(`/api/files/${agreementId}/view`);
  const pages = [1, 2, 3, 4].map((page) => ({ page, ms: 400 * page ** 2 }));
  await reader.page.request.post(`/api/files/${agreementId}/views`, { data: { batch: 1, pages } });
  const draft = await api.upload(makeText('Draft.txt', 'To be thrown away.'));
  await page.request.delete(`/api/files/${draft.id}`);
  const collaborator = await api.invite('adviser@polaris.example', {
    folderIds: [contractsId],
    role: 'collaborator',
  });
  const visitor = await api.invite('buyer@polaris.example', { folderIds: [contractsId], role: 'visitor' });
  return { contractsId, agreementId, collaborator, visitor };
}

// The phone comes first: only there does a page scroll to its selected tab when it opens.
test.use({ viewport: PHONE, contextOptions: { reducedMotion: 'reduce' } });

const checkBothWidths = async (page: Page, name: string) => {
  for (const [viewport, suffix] of [
    [PHONE, '-phone'],
    [DESKTOP, ''],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectAccessibleScreen(page, `${name}${suffix}`);
  }
  await page.setViewportSize(PHONE);
};

for (const [whose, screens] of [
  ['a user', USER_SCREENS],
  ['the room', ADMIN_SCREENS],
] as const) {
  test(`the account and administration screens of ${whose} are accessible at two widths`, {
    tag: '@full',
  }, async ({ page, asAdministrator: _, api, newBrowser }) => {
    const { agreementId } = await fillEveryScreen(api, page, await newBrowser());
    for (const [name, path, readyText] of screens) {
      await page.goto(path.replace(':file', String(agreementId)));
      const shown = page.getByRole('main').getByText(readyText).filter({ visible: true }).first();
      await expect(shown).toBeVisible();
      await checkBothWidths(page, name);
    }
  });
}

test('invitation and visitor screens are accessible at two widths', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  await ownerBrowser.api.signIn(administrator);
  const { visitor, collaborator, agreementId, contractsId } = await fillEveryScreen(
    ownerBrowser.api,
    ownerBrowser.page,
    await newBrowser(),
  );
  const check = (name: string) => checkBothWidths(page, name);
  await page.goto(collaborator);
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  await check('accept');
  await page.goto('/visitor');
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await check('no invitation');
  await page.goto('/visitor-debug');
  await expect(page.getByRole('heading', { name: 'Visitor debug' })).toBeVisible();
  await check('debug');
  await page.goto(visitor);
  await expect(page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
  await check('visitor');
  await page.goto(`/file/${agreementId}`);
  await expect(page.getByText('downloading it is restricted')).toBeVisible();
  await check('file of a visitor');
  consoleErrors.expectFailedRequest(`404 GET /api/invitations/${'A'.repeat(43)}`);
  await page.goto(`/accept-invite/${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'Invalid or Expired Invitation' })).toBeVisible();
  await check('invalid invitation');

  const ownerPage = ownerBrowser.page;
  await ownerPage.setViewportSize(DESKTOP);
  await ownerPage.emulateMedia({ reducedMotion: 'reduce' });
  await ownerPage.goto(`/folder/${contractsId}`);
  const collaborators = ownerPage.getByRole('region', { name: 'Collaborators' });
  await collaborators.getByText(LENA.email).waitFor();
  await collaborators.getByRole('button', { name: 'Invite User' }).click();
  await expect(ownerPage.getByRole('dialog').getByLabel('Expires after')).toBeVisible();
  await expectAccessibleScreen(ownerPage, 'invite dialog');
});

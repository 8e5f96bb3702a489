import { expect, type Page } from '@playwright/test';
import { makeText } from '../scripts/example-room/documents.ts';
import { administrator } from './administrator.ts';
import { expectGoodLook } from './look.ts';
import { test } from './mailed-room.ts';
import { takePicture } from './pictures.ts';
import type { Account, RoomApi } from './room-api.ts';
import { fillSaleRoom, SUPPLY_AGREEMENT } from './sale-room.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 380, height: 800 };
const personOf = (username: string): Account => ({
  username,
  email: `${username}@northwind.example`,
  password: `${username}-secret-7`,
});
const [DANA, LENA] = [personOf('dana'), personOf('lena')];

/** Every screen about people and what they did, and what it shows once it is there. */
const SCREENS = [
  ['profile', '/profile', 'Recent Documents'],
  ['settings', '/settings', 'Colour scheme'],
  ['security', '/settings?tab=security', 'Current password'],
  ['notifications', '/settings?tab=notifications', 'Folder access'],
  ['invitations', '/settings?tab=invitations', 'buyer@polaris.example'],
  ['system settings', '/settings?tab=system', 'Maintenance mode'],
  ['activity', '/file-views', SUPPLY_AGREEMENT.name],
  ['activity of a reader', '/file-views?tab=viewer', "You haven't viewed any files yet."],
  ['trash', '/trash', 'Draft.txt'],
  ['users', '/admin', LENA.email],
  ['all invitations', '/admin?tab=invitations', 'buyer@polaris.example'],
  ['audit log', '/admin?tab=audit', 'Export'],
  ['outbox', '/admin?tab=outbox', 'invites you to look at'],
  ['housekeeping', '/admin?tab=housekeeping', 'next run'],
  ['link to the settings', '/admin?tab=settings', 'Open System Settings'],
] as const;
const PICTURES = ['invitations', 'activity', 'trash', 'users', 'audit log', 'system settings', 'profile'];

/** A room with something on each of these screens; answers the links of a visitor and of a collaborator. */
async function fill(api: RoomApi, page: Page, reader: { api: RoomApi; page: Page }) {
  const { contractsId, agreementId } = await fillSaleRoom(api);
  for (const person of [DANA, LENA])
    await page.request.post('/api/admin/users', { data: { ...person, isAdmin: false } });
  const [lena] = await (await page.request.get(`/api/users?email=${LENA.email}`)).json();
  await page.request.post(`/api/folders/${contractsId}/collaborators`, { data: { userId: lena.id } });
  await reader.api.signIn(LENA);
  await reader.page.request.get(`/api/files/${agreementId}/view`);
  const draft = await api.upload(makeText('Draft.txt', 'To be thrown away.'));
  await page.request.delete(`/api/files/${draft.id}`);
  const collaborator = await api.invite('adviser@polaris.example', {
    folderIds: [contractsId],
    role: 'collaborator',
  });
  const visitor = await api.invite('buyer@polaris.example', { folderIds: [contractsId], role: 'visitor' });
  return { contractsId, agreementId, collaborator, visitor };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, viewport: DESKTOP, contextOptions: { reducedMotion: 'reduce' } });

    test('the screens about people and deeds are accessible', async ({
      page,
      asAdministrator: _,
      api,
      comeAgain,
    }, testInfo) => {
      test.setTimeout(240_000);
      const { contractsId } = await fill(api, page, await comeAgain());
      for (const [name, path, sight] of SCREENS) {
        await page.setViewportSize(DESKTOP);
        await page.goto(path);
        const shown = page.getByRole('main').getByText(sight).filter({ visible: true }).first();
        await expect(shown).toBeVisible();
        await expectGoodLook(page, name);
        const picture = `${name.replaceAll(' ', '-')}-${colorScheme}`;
        if (PICTURES.includes(name)) await takePicture(page, testInfo, picture);
        await page.setViewportSize(PHONE);
        await expectGoodLook(page, `${name} on a phone`);
        if (PICTURES.includes(name)) await takePicture(page, testInfo, `${picture}-phone`);
      }
      await page.setViewportSize(DESKTOP);
      await page.goto(`/folder/${contractsId}`);
      const collaborators = page.getByRole('region', { name: 'Collaborators' });
      await collaborators.getByText(LENA.email).waitFor();
      await collaborators.getByRole('button', { name: 'Invite User' }).click();
      await expect(page.getByRole('dialog').getByLabel('Expires after')).toBeVisible();
      await expectGoodLook(page, 'invite dialog');
      await takePicture(page, testInfo, `invite-${colorScheme}`);
    });

    test('what those see who come by a link is accessible', async ({
      page,
      complaints,
      comeAgain,
    }, testInfo) => {
      test.setTimeout(120_000);
      const host = await comeAgain();
      await host.api.signIn(administrator);
      const { visitor, collaborator, agreementId } = await fill(host.api, host.page, await comeAgain());
      const bothWidths = async (name: string, hasPicture = false) => {
        for (const [viewport, suffix] of [
          [DESKTOP, ''],
          [PHONE, '-phone'],
        ] as const) {
          await page.setViewportSize(viewport);
          await expectGoodLook(page, `${name}${suffix}`);
          if (hasPicture) await takePicture(page, testInfo, `${name}-${colorScheme}${suffix}`);
        }
        await page.setViewportSize(DESKTOP);
      };
      await page.goto(collaborator);
      await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
      await bothWidths('accept');
      await page.goto('/visitor');
      await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
      await bothWidths('no invitation');
      await page.goto('/visitor-debug');
      await expect(page.getByRole('heading', { name: 'Visitor debug' })).toBeVisible();
      await bothWidths('debug');
      await page.goto(visitor);
      await expect(page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('table')).toBeVisible();
      await bothWidths('visitor', true);
      await page.goto(`/file/${agreementId}`);
      await expect(page.getByText('downloading it is restricted')).toBeVisible();
      await bothWidths('file of a visitor');
      complaints.expectRefusal(`404 GET /api/invitations/${'A'.repeat(43)}`);
      await page.goto(`/accept-invite/${'A'.repeat(43)}`);
      await expect(page.getByRole('heading', { name: 'Invalid or Expired Invitation' })).toBeVisible();
      await bothWidths('invalid invitation');
    });
  });
}

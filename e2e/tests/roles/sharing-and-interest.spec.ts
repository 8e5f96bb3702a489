import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

// Motion is reduced, since axe would measure elements amid an animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an owner invites a visitor in the share panel of a folder and revokes the link', async ({
  page,
  user,
  api,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  const file = await api.upload(makeText('Letter.txt', 'Dear all'), { folderId });
  await page.goto(`/folder/${folderId}`);
  await page.getByRole('button', { name: 'Share 1 person' }).click();
  const panel = page.getByRole('dialog', { name: 'Share Contracts' });
  await expect(panel.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await expect(panel.getByText(`${user.username} (you)`)).toBeVisible();
  await expect(panel.getByText('No visitors and no open invitations.')).toBeVisible();
  await panel.getByLabel('Invite by email').fill('buyer@example.com');
  await panel.getByRole('radio', { name: 'Download' }).check();
  await panel.getByRole('button', { name: 'Create Link' }).click();
  await expect(findToasts(page, 'Invitation created')).toBeVisible();
  const links = panel.getByRole('region', { name: 'Invitation links' });
  await expect(links.getByRole('listitem')).toContainText(/buyer@example\.com.*Download.*Not used yet/);
  await expectAccessibleScreen(page, 'share panel');

  await page.setViewportSize({ width: 380, height: 800 });
  await page.goto(`/file/${file.id}`);
  await page.getByRole('button', { name: 'Share 1 person, 1 link' }).click();
  await expect(page.getByRole('dialog', { name: 'Share Letter.txt' })).toBeVisible();
  await expectAccessibleScreen(page, 'share panel of a file on a phone');
  await page.getByRole('button', { name: 'Revoke link for buyer@example.com' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(findToasts(page, 'Invitation revoked')).toBeVisible();
  await expect(page.getByText('No visitors and no open invitations.')).toBeVisible();
});

test('an owner sees who is interested in a folder and in what', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  const file = await api.upload(makeText('Letter.txt', 'Dear all'), { folderId });
  await api.upload(makeText('Unopened.txt', 'Nobody reads this'), { folderId });
  const viewer = newAccount();
  const viewerBrowser = await newBrowser();
  await viewerBrowser.api.register(viewer);
  const { id: userId } = await (await viewerBrowser.page.request.get('/api/user')).json();
  await page.request.post(`/api/folders/${folderId}/collaborators`, { data: { userId } });
  await viewerBrowser.page.request.post(`/api/files/${file.id}/views`, { data: { batch: 1, pages: [] } });

  await page.goto(`/folder/${folderId}`);
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Activity in Contracts', level: 1 })).toBeVisible();
  const viewers = page.getByRole('table', { name: 'Viewers' });
  await expect(viewers.getByRole('row').filter({ hasText: viewer.username })).toContainText('1 of 2 files');
  await expectAccessibleScreen(page, 'activity of a folder');
  await page.getByRole('tab', { name: 'What Is Read' }).click();
  await expect(page.getByRole('table', { name: 'Viewed files' })).toContainText('1 person');
  await page.getByRole('tab', { name: 'What Happened When' }).click();
  await expect(page.getByRole('table', { name: 'Views' })).toContainText(
    `${viewer.username} viewed Letter.txt`,
  );
});

import type { Page } from '@playwright/test';
import { chooseFrom, press, screen } from './screen.ts';

const PERSON = 'm.okafor@corvane.example';
const findPerson = async (page: Page) => {
  await page.getByRole('main').getByRole('textbox').first().fill(PERSON);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preview Erasure' }).waitFor();
};

/** The pages of an account, and those of administrators. */
export const ACCOUNT_SCREENS = [
  screen('owner', 'profile', '/profile'),
  screen('owner', 'settings', '/settings'),
  screen('owner', 'settings-security', '/settings?tab=security'),
  screen('owner', 'settings-programs', '/settings?tab=security', async (page) =>
    page.getByRole('button', { name: 'Create API Token' }).scrollIntoViewIfNeeded(),
  ),
  screen('owner', 'settings-passkey', '/settings?tab=security', press('Add Passkey')),
  screen('owner', 'settings-authenticator', '/settings?tab=security', press('Set Up Authenticator App')),
  screen('owner', 'settings-webhook', '/settings?tab=security', press('Create Webhook')),
  screen('owner', 'settings-token', '/settings?tab=security', press('Create API Token')),
  screen('owner', 'settings-notifications', '/settings?tab=notifications'),
  screen('owner', 'settings-invitations', '/settings?tab=invitations'),
  screen('owner', 'settings-terms', '/settings?tab=terms'),
  screen('owner', 'settings-create-terms', '/settings?tab=terms', press('Create Terms')),
  screen(
    'owner',
    'settings-acceptances',
    '/settings?tab=terms',
    chooseFrom(/^Actions for Confidentiality/, 'Acceptances'),
  ),
  screen('owner', 'settings-watermark', '/settings?tab=terms', press('Create Watermark')),
  screen('administrator', 'admin-users', '/admin'),
  screen('administrator', 'admin-add-user', '/admin', press('Add User')),
  screen('administrator', 'admin-edit-user', '/admin', press(/^Edit /)),
  screen('administrator', 'admin-delete-user', '/admin', press(/^Delete /)),
  screen('administrator', 'admin-invitations', '/admin?tab=invitations'),
  screen('administrator', 'admin-rooms', '/admin?tab=rooms'),
  screen('administrator', 'admin-emergency', '/admin?tab=rooms', press(/^Emergency Access/)),
  screen('administrator', 'admin-sign-in', '/admin?tab=sign-in'),
  screen('administrator', 'admin-end-sessions', '/admin?tab=sign-in', press('End All Sessions')),
  screen('administrator', 'admin-integrations', '/admin?tab=integrations'),
  screen('administrator', 'admin-branding', '/admin?tab=branding'),
  screen('administrator', 'admin-mail-text', '/admin?tab=branding', press('Edit text of Invitations')),
  screen('administrator', 'admin-audit', '/admin?tab=audit'),
  screen('administrator', 'admin-audit-entry', '/admin?tab=audit', press(/^Details of entry /)),
  screen('administrator', 'admin-evidence', '/admin?tab=evidence'),
  screen('administrator', 'admin-signing-key', '/admin?tab=evidence', press('Replace Signing Key')),
  screen('administrator', 'admin-personal-data', '/admin?tab=personal-data'),
  screen('administrator', 'admin-personal-data-found', '/admin?tab=personal-data', findPerson),
  screen('administrator', 'admin-ocr', '/admin?tab=ocr'),
  screen('administrator', 'admin-outbox', '/admin?tab=outbox'),
  screen('administrator', 'admin-mail', '/admin?tab=outbox', async (page) =>
    page.getByRole('table', { name: 'Outbox' }).getByRole('button').first().click(),
  ),
  screen('administrator', 'admin-maintenance', '/admin?tab=maintenance'),
  screen('administrator', 'admin-scans', '/admin?tab=scans'),
  screen('administrator', 'admin-settings', '/admin?tab=settings'),
  screen('administrator', 'settings-system', '/settings?tab=system'),
  screen('administrator', 'settings-brand', '/settings?tab=system', async (page) =>
    page.getByRole('button', { name: 'Save Brand' }).scrollIntoViewIfNeeded(),
  ),
];

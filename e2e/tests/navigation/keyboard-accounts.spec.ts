import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { pressEscape } from '../../support/actions/press-escape.ts';
import {
  chooseByKeyboard,
  enter,
  expectFocusNear,
  expectVisibleFocus,
  tabTo,
} from '../../support/actions/tab-to.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** An address without a name, so that no test asks a name server. */
const RECEIVER = 'https://93.184.215.14/hook';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('a person signs up and sets up a second factor by keyboard only', { tag: '@full' }, async ({ page }) => {
  const { username, email, password } = newAccount();
  await page.goto('/auth');
  await enter(page, page.getByRole('link', { name: "Don't have an account? Sign up" }));
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await tabTo(page, page.getByLabel('Confirm Password'));
  await page.keyboard.type(`${password}!`);
  await page.keyboard.press('Enter');
  // The field with the problem has the focus.
  await expect(page.getByLabel('Confirm Password')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await page.goto('/settings?tab=security');
  await enter(page, button(page, 'Add Passkey'));
  await expectFocusNear(page, page.getByLabel('Name', { exact: true }));
  await enter(page, button(page, 'Cancel'));
  await expectFocusNear(page, button(page, 'Add Passkey'));
  await enter(page, button(page, 'Set Up Authenticator App'));
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeVisible();
  await expectFocusNear(page, code);
  await expectVisibleFocus(code);
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate());
  await page.keyboard.press('Enter');
  const saved = button(page, 'I Saved the Codes');
  await expect(saved).toBeVisible();
  await expectFocusNear(page, saved);
  await enter(page, saved);
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
  await expectFocusNear(page, button(page, 'Remove'));
});

test('tokens, webhooks and mails are set by keyboard only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await api.createFolder('Sale of Northwind');
  await page.goto('/settings?tab=security');
  const create = button(page, 'Create API Token');
  for (const name of ['Export', 'Import']) {
    await enter(page, create);
    const dialog = page.getByRole('dialog', { name: 'Create API Token' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'API Token Created' });
    await enter(page, created.getByRole('button', { name: 'I Saved the Token' }));
    await expect(created).toBeHidden();
    await expect(create).toBeFocused();
  }
  await enter(page, button(page, 'Revoke Export'));
  const asking = page.getByRole('alertdialog', { name: 'Revoke Export' });
  await pressEscape(page);
  await expect(asking).toBeHidden();
  await expect(button(page, 'Revoke Export')).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, asking.getByRole('button', { name: 'Revoke' }));
  await expect(asking).toBeHidden();
  await expect(button(page, 'Revoke Export')).toHaveCount(0);
  await expectFocusNear(page, button(page, 'Revoke Import'));

  const webhook = button(page, 'Create Webhook');
  await enter(page, webhook);
  const dialog = page.getByRole('dialog', { name: 'Create Webhook' });
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await page.keyboard.type(RECEIVER);
  await tabTo(page, dialog.getByLabel('Events in'));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, dialog.getByRole('checkbox', { name: 'File deleted', exact: true }));
  await page.keyboard.press('Space');
  await enter(page, dialog.getByRole('button', { name: 'Create' }));
  const created = page.getByRole('dialog', { name: 'Webhook Created' });
  await enter(page, created.getByRole('button', { name: 'I Saved the Secret' }));
  await expect(webhook).toBeFocused();
  const actions = button(page, `Actions for ${RECEIVER}`);
  await enter(page, actions);
  await chooseByKeyboard(page, 'Deliveries');
  const deliveries = page.getByRole('dialog', { name: /deliveries/i });
  await expect(deliveries).toBeVisible();
  await pressEscape(page);
  await expect(deliveries).toBeHidden();
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await chooseByKeyboard(page, 'Delete');
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('You have no webhooks.')).toBeVisible();
  await expectFocusNear(page, webhook);

  const tab = page.getByRole('tab', { name: 'Notifications' });
  await tabTo(page, page.getByRole('tab', { name: 'Security' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(tab).toBeFocused();
  const mails = page.getByRole('switch', { name: 'Email notifications' });
  const wasOn = await mails.isChecked();
  await tabTo(page, mails);
  await page.keyboard.press('Space');
  await expect(mails).toBeChecked({ checked: !wasOn });
  await expect(mails).toBeFocused();
});

test('the audit log is filtered by keyboard only', { tag: '@full' }, async ({ page, api }) => {
  await api.signIn(administrator);
  await page.goto('/admin?tab=audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table).toBeVisible();
  await tabTo(page, page.getByLabel('Who'));
  await page.keyboard.type('nobody-has-this-name');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matching entries')).toBeVisible();
  await expect(page.getByLabel('Who')).toBeFocused();
  await enter(page, button(page, 'Clear'));
  await expect(table).toBeVisible();
  await expect(button(page, 'Clear')).toBeFocused();
  await tabTo(page, page.getByLabel('Result'), 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Result')).toHaveValue('done');
  await expect(page.getByLabel('Result')).toBeFocused();
  await expect(table).toBeVisible();
  const entry = table.getByRole('button', { name: /^Details of entry / }).first();
  await enter(page, entry);
  await expect(page.getByRole('dialog', { name: /^Entry / })).toBeVisible();
  await pressEscape(page);
  await expect(entry).toBeFocused();
});
